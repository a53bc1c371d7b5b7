// What hands and controls do to a world, as plain data: done once by the user, and again when a run is replayed.
import { add, length, scale, subtract, toWorld } from '../vectors.js';

const BALL = { radius: 0.35, density: 4000, speed: 35 };
const BOX = { half: 0.4, above: 2 };
const BLAST = { reach: 6, speed: 16, lift: 0.5 };
const PULL = 12; // rad/s of the spring that drags a body to the pointer
const PULL_LIMIT = 600; // m/s^2

// Each changes the world, and returns what there is to draw if it made something: { body, kind, size }.
const kinds = {
  shoot(world, { origin, direction }) {
    const linearVelocity = scale(BALL.speed, direction);
    const body = world.createBody({ type: 'dynamic', position: origin, linearVelocity, bullet: true });
    world.createShape(body, { kind: 'sphere', radius: BALL.radius }, { density: BALL.density });
    return { body, kind: 'sphere', size: BALL.radius };
  },

  drop(world, { at }) {
    const half = { x: BOX.half, y: BOX.half, z: BOX.half };
    const body = world.createBody({ type: 'dynamic', position: { ...at, y: at.y + BOX.above } });
    world.createShape(body, { kind: 'box', halfExtents: half });
    return { body, kind: 'box', size: BOX.half };
  },

  explode(world, { at }) {
    const sphere = { shape: { kind: 'sphere', radius: BLAST.reach }, pose: { p: at, q: { x: 0, y: 0, z: 0, w: 1 } } };
    const bodies = new Set(world.overlapShapeAll(sphere, { fixed: false }).map((hit) => hit.body));
    for (const body of bodies) {
      if (world.type(body) !== 'dynamic') continue;
      const away = add(subtract(world.massCenter(body), at), { x: 0, y: BLAST.lift, z: 0 });
      const distance = length(away), speed = BLAST.speed * Math.max(0, 1 - distance / BLAST.reach);
      if (distance > 0) world.applyImpulse(body, scale((speed * world.mass(body)) / distance, away));
    }
  },

  // A damped spring from the held point of the body to the target, in units of the body's mass.
  pull(world, { body, local, target }) {
    if (!world.isValid(body)) return;
    const point = toWorld(world.pose(body), local);
    const spring = scale(PULL * PULL, subtract(target, point));
    const damping = scale(-1.4 * PULL, world.velocityAt(body, point));
    let force = subtract(add(spring, damping), world.gravity());
    force = scale(Math.min(1, PULL_LIMIT / Math.max(length(force), 1e-9)), force);
    world.setAwake(body, true);
    world.applyForceAt(body, scale(world.mass(body), force), point);
    world.setAngularVelocity(body, scale(0.94, world.angularVelocity(body)));
  },

  gravity(world, { y }) { world.setGravity({ x: 0, y, z: 0 }); },
  substeps(world, { count }) { world.setSubsteps(count); },
  // What the recipe does not name is as in the default one.
  solver(world, { recipe }) { world.setSolver(recipe); },
};

export const actionKinds = Object.keys(kinds);

export function perform(world, action) {
  return kinds[action.kind](world, action) ?? null;
}
