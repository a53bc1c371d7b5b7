// The package as users get it: single thread, SIMD, default settings, sleeping off.
import { load as loadCairn } from '../../package/dist/index.js';
import { quatFromXTo } from '../engine.mjs';

const v = ([x, y, z]) => ({ x, y, z }), q = ([x, y, z, w]) => ({ x, y, z, w });
let cairn;
export const info = { id: 'cairn', label: 'cairn-physics', pkg: 'cairn-physics' };
export async function load() { cairn = await loadCairn(); }

export function createWorld({ gravity, dt }) {
  const world = cairn.createWorld({ gravity: v(gravity), enableSleep: false }), bodies = [], hulls = new Map();
  const shapeOf = (s) => {
    if (s.kind === 'box') return { kind: 'box', halfExtents: v(s.half) };
    if (s.kind !== 'hull') { const { kind, radius, halfHeight } = s; return kind === 'sphere' ? { kind, radius } : { kind, radius, halfHeight }; }
    if (!hulls.has(s.id)) hulls.set(s.id, cairn.createHull(s.points));
    return { kind: 'hull', hull: hulls.get(s.id) };
  };
  let view;
  return {
    addBody(b) {
      const body = world.createBody({ type: b.type, position: v(b.pos), rotation: q(b.rot) });
      world.createShape(body, shapeOf(b.shape), { density: b.density, material: { friction: b.friction }, filter: b.collide ? {} : { category: 0, mask: 0 } });
      bodies.push(body);
    },
    addJoint(j) {
      const frame = (anchor, axis) => ({ p: v(anchor), q: q(quatFromXTo(axis)) });
      const link = { bodyA: bodies[j.a], bodyB: bodies[j.b], frameA: frame(j.anchorA, j.axisA), frameB: frame(j.anchorB, j.axisB) };
      if (j.type === 'ball') world.createBallJoint({ link }); else world.createHingeJoint({ link });
    },
    finish() { view = world.createPoseView(bodies); },
    step() { world.step(dt); },
    readPoses(out) {
      const poses = view.update();
      for (let i = 0, at = 0; i < bodies.length; ++i, at += 8) for (let k = 0; k < 7; ++k) out[7 * i + k] = poses[at + k];
    },
    bulkRead() { view.update(); },
    destroy() { world.dispose(); for (const hull of hulls.values()) hull.dispose(); },
  };
}
