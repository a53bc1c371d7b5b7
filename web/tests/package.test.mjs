// The package: what it gives, what it refuses, and that misuse never gets past an Error.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { load } from '../package/dist/index.js';

const cairn = await load(), dt = 1 / 60;
const near = (a, b, e = 1e-3) => assert.ok(Math.abs(a - b) < e, `${a} is not near ${b}`);
function worldWithBox(height = 5) {
  const world = cairn.createWorld();
  world.createShape(world.createBody(), { kind: 'plane' });
  const box = world.createBody({ type: 'dynamic', position: { x: 0, y: height, z: 0 } });
  const shape = world.createShape(box, { kind: 'box' }, { density: 500, material: { friction: 0.3 } });
  return { world, box, shape };
}

test('a box falls and comes to rest', () => {
  const { world, box } = worldWithBox();
  for (let i = 0; i < 30; ++i) world.step(dt);
  near(world.linearVelocity(box).y, -9.81 / 2, 0.1);
  for (let i = 0; i < 300; ++i) world.step(dt);
  near(world.pose(box).p.y, 0.5, 0.02);
  assert.equal(world.isAwake(box), false);
  world.dispose();
});

test('definitions have the defaults of C++, and values go both ways', () => {
  const { world, box, shape } = worldWithBox();
  near(world.mass(box), 500);
  near(world.density(shape), 500);
  const material = world.material(shape);
  near(material.friction, 0.3);
  assert.equal(material.frictionRule, 'geometricMean');
  assert.deepEqual(world.geometry(shape), { kind: 'box', halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, rounding: 0 });
  assert.equal(world.type(box), 'dynamic');
  world.setUserData(box, 123456789012);
  assert.equal(world.userData(box), 123456789012);
  world.setUserData(shape, 7);
  assert.equal(world.userData(shape), 7);
  assert.equal(world.shapeCount(), 2);
  assert.equal(world.shapeCount(box), 1);
  assert.equal(world.body(shape), box);
  assert.equal(world.firstShape(box), shape);
  assert.equal(world.nextShape(shape), 0);
  near(world.gravity().y, -9.81);
  world.dispose();
});

test('joints, their definitions, and the overloads of their functions', () => {
  const { world, box } = worldWithBox();
  const post = world.createBody({ position: { x: 0, y: 5, z: 0 } });
  const link = world.jointLink(post, box, { x: 0, y: 5, z: 0 }, { x: 0, y: 0, z: 1 });
  const hinge = world.createHingeJoint({ link, limits: { enabled: true, lower: -1, upper: 1 } });
  assert.equal(world.kind(hinge), 'hinge');
  near(world.definition(hinge).limits.upper, 1);
  world.setDefinition(hinge, { ...world.definition(hinge), limits: { enabled: true, lower: -2, upper: 2 } });
  near(world.definition(hinge).limits.upper, 2);
  assert.equal(world.firstJoint(box), hinge);
  const [p, q] = world.createParticles([{ position: { x: 3, y: 4, z: 0 } }, { position: { x: 3, y: 3, z: 0 }, mass: 2 }]);
  world.createDistanceJoint({ link: { particleA: p, particleB: q }, length: 1 });
  near(world.definition(q).mass, 2);
  for (let i = 0; i < 20; ++i) world.step(dt);
  assert.ok(world.position(q).y < 3);
  assert.ok(world.isValid(p) && world.isValid(hinge) && world.isValid(box));
  const six = world.createSixDegreeJoint({ link: { bodyA: post, bodyB: box }, linear: [{ mode: 'locked' }, { mode: 'free' }, { mode: 'limited', lower: -1, upper: 1 }] });
  assert.deepEqual(world.definition(six).linear.map((a) => a.mode), ['locked', 'free', 'limited']);
  world.dispose();
});

test('queries, events, contacts', () => {
  const { world, box, shape } = worldWithBox(0.6);
  const hit = world.castRay({ origin: { x: 0, y: 10, z: 0 }, translation: { x: 0, y: -20, z: 0 } });
  assert.equal(hit.shape, shape);
  near(hit.point.y, 1.1);
  assert.equal(world.castRay({ origin: { x: 0, y: 10, z: 0 }, translation: { x: 0, y: -20, z: 0 } }, { ignore: [box] }).body === box, false);
  let begins = 0;
  for (let i = 0; i < 60; ++i) {
    world.step(dt);
    begins += world.events().contactBegins.length;
  }
  assert.equal(begins, 1);
  const [contact] = world.contacts(box);
  assert.equal(contact.pointCount, 4);
  assert.ok(Math.abs(contact.normal.y) > 0.99);
  for (let i = 0; i < 100; ++i) world.createShape(world.createBody({ position: { x: 0, y: 3, z: 0 } }), { kind: 'sphere' });
  assert.equal(world.overlapPointAll({ x: 0, y: 3, z: 0 }).length, 100);
  assert.ok(world.profile().stages[0].name.length > 0);
  world.dispose();
});

test('views show every pose without a copy', () => {
  const world = cairn.createWorld({ gravity: { x: 0, y: 0, z: 0 } }), bodies = [];
  for (let i = 0; i < 1000; ++i) {
    bodies.push(world.createBody({ type: 'dynamic', position: { x: i, y: 2, z: 3 } }));
    world.createShape(bodies[i], { kind: 'sphere' });
  }
  const poses = world.createPoseView(bodies), matrices = world.createPoseView(bodies, 'matrix');
  assert.equal(poses.array.length, 8000);
  assert.deepEqual([...poses.array.subarray(8 * 7, 8 * 8)], [7, 2, 3, 0, 0, 0, 1, 1]);
  assert.deepEqual([...matrices.array.subarray(0, 16)], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 3, 1]);
  world.setLinearVelocity(bodies[7], { x: 0, y: 60, z: 0 });
  world.step(dt);
  near(poses.update()[8 * 7 + 1], 3, 0.01);
  world.destroyBody(bodies[3]);
  assert.deepEqual([...poses.update().subarray(24, 32)], [0, 0, 0, 0, 0, 0, 0, 0]);
  const old = poses.array;
  poses.dispose();
  old.fill(1e9); // writing to what is no longer a view harms nothing
  assert.throws(() => poses.update(), /disposed/);
  assert.ok(world.validate());
  world.dispose();
});

test('solvers of the catalogue', () => {
  assert.ok(Object.keys(cairn.solvers).length > 5 && cairn.solvers.softStep);
  for (const [name, recipe] of Object.entries(cairn.solvers)) {
    const world = cairn.createWorld({ solver: recipe });
    assert.deepEqual(world.solver(), recipe, name);
    world.setSolver({ iterations: 3 });
    assert.equal(world.solver().iterations, 3);
    assert.equal(world.solver().warmStart, 1);
    world.step(dt);
    world.dispose();
  }
  assert.throws(() => cairn.createWorld().setSolver({ iterations: -1 }), /cairn: /);
  assert.throws(() => cairn.createWorld().setSolver({ iteration: 1 }), /no field/);
});

test('snapshots', () => {
  const { world, box } = worldWithBox();
  const before = world.hash(), bytes = world.snapshot();
  for (let i = 0; i < 30; ++i) world.step(dt);
  const after = world.hash();
  assert.notEqual(before, after);
  world.restore(bytes);
  assert.equal(world.hash(), before);
  for (let i = 0; i < 30; ++i) world.step(dt);
  assert.equal(world.hash(), after);
  bytes[bytes.length >> 1] ^= 255;
  assert.throws(() => world.restore(bytes.subarray(0, 100)), /cairn: /);
  assert.throws(() => world.restore('no'), TypeError);
  assert.ok(world.isValid(box));
  world.dispose();
});

test('geometry outlives what uses it', () => {
  const world = cairn.createWorld(), points = [];
  for (let i = 0; i < 8; ++i) points.push({ x: i & 1, y: (i >> 1) & 1, z: i >> 2 });
  const hull = cairn.createHull(points), rock = world.createBody({ type: 'dynamic' });
  world.createShape(rock, { kind: 'hull', hull });
  hull.dispose();
  hull.dispose();
  assert.throws(() => world.createShape(rock, { kind: 'hull', hull }), /not disposed/);
  world.step(dt);
  near(world.mass(rock), 1000, 1);
  const compound = cairn.createCompound([{ shape: { kind: 'sphere', radius: 1 } }, { shape: { kind: 'box' }, pose: { p: { x: 2, y: 0, z: 0 }, q: { x: 0, y: 0, z: 0, w: 1 } } }]);
  world.createShape(world.createBody({ position: { x: 9, y: 0, z: 0 } }), { kind: 'compound', compound });
  const field = cairn.createHeightField({ columns: 3, rows: 3, heights: new Float32Array(9) });
  world.createShape(world.createBody(), { kind: 'heightField', heightField: field });
  const mesh = cairn.createMesh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 2, 1]);
  world.createShape(world.createBody(), { kind: 'mesh', mesh });
  world.step(dt);
  assert.ok(world.validate());
  world.dispose();
  for (const g of [compound, field, mesh]) g.dispose();
  assert.throws(() => cairn.createHull([1, 2]), TypeError);
  assert.throws(() => cairn.createHull([0, 0, 0, NaN, 0, 0, 1, 1, 1, 2, 0, 1]), /cairn: buildHull/);
  assert.throws(() => cairn.createHeightField({ columns: 3, rows: 3, heights: [1] }), TypeError);
});

test('whatever is wrong is an Error that says what', () => {
  const { world, box, shape } = worldWithBox();
  const bad = [
    [() => world.createBody({ typ: 'dynamic' }), /no field 'typ'/], [() => world.createBody({ type: 'solid' }), /one of 'static'/],
    [() => world.createBody({ position: { x: 0, y: 'a', z: 0 } }), /position\.y must be a number/], [() => world.createBody({ position: { x: NaN, y: 0, z: 0 } }), /cairn: .*position/],
    [() => world.createBody(3), TypeError], [() => world.createShape(box, { kind: 'blob' }), /kind/], [() => world.createShape(box), TypeError],
    [() => world.createShape(box, { kind: 'sphere', radius: -1 }), /cairn: /], [() => world.createShape(shape, { kind: 'sphere' }), /id of a body/],
    [() => world.pose(shape), /id of a body/], [() => world.pose(0), /cairn: /], [() => world.pose('x'), TypeError], [() => world.pose(undefined), TypeError], [() => world.pose(-5), TypeError],
    [() => world.pose(box + 3 * 2 ** 24), /cairn: /], [() => world.step('fast'), TypeError], [() => world.step(-1), /cairn: /], [() => world.step(), TypeError],
    [() => world.setGravity({ x: 0, y: Infinity, z: 0 }), /cairn: /], [() => world.setGravity({ x: 0 }), TypeError], [() => world.setAwake(box, 1), TypeError],
    [() => world.createHingeJoint({ link: { bodyA: box, bodyB: box } }), /cairn: /], [() => world.createHingeJoint({ link: { bodyA: shape } }), /id of a body/],
    [() => world.createPoseView([shape]), TypeError], [() => world.createPoseView(7), TypeError], [() => world.createPoseView([box], 'cube'), TypeError],
    [() => world.castRay({ origin: { x: 0, y: 0, z: 0 }, translation: { x: 0, y: 0, z: 0 } }), /cairn: /], [() => world.castRay(), TypeError],
    [() => world.setSubsteps(1.5), /whole|cairn/], [() => world.setUserData(box, -1), TypeError], [() => world.createBody({}, {}), TypeError],
    [() => cairn.createWorld({ substeps: 0 }), /cairn: /], [() => cairn.createWorld({ tasks: {} }), /no field/],
  ];
  for (const [call, what] of bad) assert.throws(call, what, String(call));
  world.destroyBody(box);
  assert.throws(() => world.pose(box), /cairn: /);
  assert.equal(world.isValid(box), false);
  assert.ok(world.validate());
  world.dispose();
  world.dispose();
  assert.ok(world.disposed);
  for (const call of [() => world.step(dt), () => world.createBody(), () => world.hash(), () => world.createPoseView([])]) assert.throws(call, /disposed/);
  assert.throws(() => world.step.call({}, dt), TypeError);
});

test('random misuse never traps', () => {
  let seed = 5;
  const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 2 ** 32;
  const world = cairn.createWorld(), names = Object.getOwnPropertyNames(Object.getPrototypeOf(world)).filter((n) => !['constructor', 'dispose', 'disposed'].includes(n));
  const ids = [0];
  const values = [() => undefined, () => null, () => NaN, () => -1, () => 1e300, () => 'x', () => true, () => ({}), () => [], () => ({ x: 1, y: 2, z: 3 }), () => ids[Math.floor(random() * ids.length)],
    () => ({ kind: 'box' }), () => ({ type: 'dynamic' }), () => ({ link: { bodyA: ids[0], bodyB: ids[ids.length - 1] } }), () => new Uint8Array(9), () => 1 / 60, () => ({ p: { x: 0, y: 1, z: 2 }, q: { x: 0, y: 0, z: 0, w: 1 } })];
  for (let i = 0; i < 30000; ++i) {
    const args = Array.from({ length: Math.floor(random() * 4) }, () => values[Math.floor(random() * values.length)]());
    try {
      const result = world[names[Math.floor(random() * names.length)]](...args);
      if (typeof result === 'number' && result > 2 ** 22 && ids.length < 200) ids.push(result);
    } catch (error) {
      assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), error.stack);
    }
  }
  assert.ok(world.validate());
  world.dispose();
});

test('one file, and threads', { skip: !existsSync(new URL('../package/dist/cairn-threads.wasm', import.meta.url)) }, async () => {
  const hashes = [];
  const compat = await import('../package/dist/compat.js');
  for (const engine of [cairn, await compat.load(), await load({ threads: 2 })]) {
    const world = engine.createWorld();
    world.createShape(world.createBody(), { kind: 'plane' });
    for (let i = 0; i < 300; ++i) world.createShape(world.createBody({ type: 'dynamic', position: { x: (i % 7) * 0.9, y: 1 + i * 0.3, z: (i % 5) * 0.9 } }), { kind: i % 2 ? 'box' : 'sphere' });
    for (let i = 0; i < 120; ++i) world.step(dt);
    hashes.push(world.hash());
    world.dispose();
    engine.terminate();
  }
  assert.equal(hashes[1], hashes[0]);
  assert.equal(hashes[2], hashes[0]);
  await assert.rejects(() => load({ threads: 0 }), TypeError);
});
