// Misuse of every method: wrong types, wrong values, stale ids, disposed worlds, hostile definitions. Whatever is called
// with whatever, it ends in a result or in an Error; the module never traps, and goes on working.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaults, enums, methods, structs } from '../package/dist/api.js';
import { load } from '../package/dist/index.js';

const cairn = await load(), dt = 1 / 60, rounds = +(process.env.CAIRN_MISUSE ?? 40000);
let seed = 1;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const pick = (list) => list[Math.floor(random() * list.length)];
const isFine = (error) => error instanceof Error && !(error instanceof WebAssembly.RuntimeError) && !/has stopped/.test(error.message);

// A world with one of everything, and ids of things that are gone.
function makeWorld() {
  const world = cairn.createWorld(), ids = { BodyId: [], ShapeId: [], JointId: [], ParticleId: [] };
  ids.BodyId.push(world.createBody());
  ids.ShapeId.push(world.createShape(ids.BodyId[0], { kind: 'plane' }));
  for (let i = 0; i < 4; ++i) {
    const body = world.createBody({ type: 'dynamic', position: { x: i, y: 1, z: 0 } });
    ids.BodyId.push(body);
    ids.ShapeId.push(world.createShape(body, { kind: ['box', 'sphere', 'capsule', 'cylinder'][i] }));
    if (i) ids.JointId.push(world.createHingeJoint({ link: world.jointLink(ids.BodyId[i], body, { x: i - 0.5, y: 1, z: 0 }) }));
  }
  ids.ParticleId.push(...world.createParticles([{ position: { x: 0, y: 5, z: 0 } }, { position: { x: 1, y: 5, z: 0 } }]));
  const gone = { BodyId: world.createBody({ type: 'dynamic' }), ParticleId: world.createParticles([{}])[0] };
  gone.ShapeId = world.createShape(gone.BodyId, { kind: 'box' });
  gone.JointId = world.createBallJoint({ link: { bodyA: ids.BodyId[0], bodyB: gone.BodyId } });
  world.destroyBody(gone.BodyId);
  world.destroyParticle(gone.ParticleId);
  return { world, ids, gone };
}
const geometry = () => ({
  hull: cairn.createHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), mesh: cairn.createMesh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 2, 1]),
  heightField: cairn.createHeightField({ columns: 3, rows: 3, heights: new Float32Array(9) }), compound: cairn.createCompound([{ shape: { kind: 'box' } }]) });

// A value of a type of the tables that should be accepted, at least as to its type.
function good(kind, ids, depth = 0) {
  if (kind[0] === '*') return good(kind.slice(1), ids, depth);
  if (kind[0] === '[' || kind.startsWith('span ')) {
    const item = kind.replace(/^\[|^span /, '');
    return item === 'uint8_t' ? new Uint8Array(40) : [good(item, ids, depth + 1)];
  }
  if (ids[kind]) return pick(ids[kind]);
  if (kind === 'bool') return random() < 0.5;
  if (kind in enums) return pick(enums[kind]);
  if (kind === 'Shape') return pick([{ kind: 'box' }, { kind: 'sphere', radius: 0.3 }, { kind: 'capsule' }]);
  if (kind === 'Quat') return { x: 0, y: 0, z: 0, w: 1 };
  if (/float|double/.test(kind)) return pick([0.5, 1, 2, 0.1]);
  if (/int/.test(kind)) return pick([0, 1, 2, 3]);
  const out = {};
  for (const [name, type, , count] of structs[kind].fields) {
    if (defaults.includes(kind) && random() < 0.7 && !/link/.test(name)) continue;
    if (type === 'const char*' || type.startsWith('span ')) continue;
    out[name] = count ? Array.from({ length: count }, () => good(type, ids, depth + 1)) : good(type, ids, depth + 1);
  }
  return out;
}
const wrongTypes = ['x', Symbol('s'), () => {}, null, NaN, 10n ** 30n];
const wild = [undefined, null, NaN, Infinity, -1, 0, 1e300, 2 ** 31, 2 ** 53, 0.5, 'x', '', true, 7n, [], {}, [[]], { x: 1 }, new Uint8Array(9), new DataView(new ArrayBuffer(8)), Symbol('s'), () => 1, new Date(0), { kind: 'hull' }, { kind: 'mesh', mesh: {} }];
const nameOf = (row) => row[0].split(':')[0];
const argumentsOf = (row, ids) => row[3].filter(([, code]) => code[0] !== '>').map(([, code]) => good(code, ids));
const shorter = (x) => { try { return JSON.stringify(x)?.slice(0, 200); } catch { return String(x); } };

test('every method refuses wrong types in every argument', () => {
  const { world, ids } = makeWorld();
  let calls = 0;
  for (const row of methods) {
    if (/^destroy/.test(row[0])) continue; // they would use the ids up
    for (let at = 0; at < argumentsOf(row, ids).length; ++at)
      for (const wrong of wrongTypes) {
        const args = argumentsOf(row, ids), code = row[3].filter(([, c]) => c[0] !== '>')[at][1];
        if (wrong === null && code[0] === '*') continue; // stands for the default
        if (typeof wrong === 'number' && /float|double/.test(code)) continue; // tested with values
        args[at] = wrong;
        ++calls;
        assert.throws(() => world[nameOf(row)](...args), isFine, `${row[0]} ${at} ${String(wrong)}`);
      }
    assert.throws(() => world[nameOf(row)](...argumentsOf(row, ids), 1, 2, 3, 4, 5, 6, 7), isFine);
  }
  assert.ok(calls > 1000, `${calls} calls`);
  assert.ok(world.validate());
  world.dispose();
});

test('every method refuses ids of what is gone, of another kind, and of nothing', () => {
  const { world, ids, gone } = makeWorld();
  let calls = 0;
  for (const row of methods)
    row[3].forEach(([, code], at) => {
      if (!ids[code] || row[0] === 'isValid') return;
      const others = Object.keys(ids).filter((kind) => kind !== code);
      for (const bad of [gone[code], 0, ...others.map((kind) => ids[kind][0]), ids[code][0] + 2 ** 40, 2 ** 52]) {
        // Overloads take several kinds of id.
        if (at === 0 && methods.some((r) => nameOf(r) === nameOf(row) && r !== row && others.some((kind) => r[3][0]?.[1] === kind && ids[kind].includes(bad)))) continue;
        const args = argumentsOf(row, ids);
        args[at] = bad;
        ++calls;
        assert.throws(() => world[nameOf(row)](...args), isFine, `${row[0]} ${at} ${bad}`);
      }
    });
  assert.ok(calls > 300, `${calls} calls`);
  for (const id of [...Object.values(gone), 0, 2 ** 52]) assert.equal(id === 0 || id === 2 ** 52 ? false : world.isValid(id), false);
  assert.ok(world.validate());
  world.dispose();
});

test('every method of a disposed world throws; so do its views', () => {
  const { world, ids } = makeWorld(), view = world.createPoseView(ids.BodyId), points = world.createPointView(ids.ParticleId), { array } = view;
  world.dispose();
  world.dispose();
  for (const row of methods) assert.throws(() => world[nameOf(row)](...argumentsOf(row, ids)), /disposed|no such/, row[0]);
  for (const call of [() => view.update(), () => view.array, () => view.set([]), () => points.update(), () => world.createPoseView([]), () => world.createPointView([])]) assert.throws(call, /disposed/);
  view.dispose();
  array.fill(NaN); // was a view: harms nothing
  const next = makeWorld();
  for (let i = 0; i < 10; ++i) next.world.step(dt);
  assert.ok(next.world.validate());
  next.world.dispose();
});

test('a definition whose getters run calls, and dispose the world it is for', () => {
  const { world, ids } = makeWorld(), other = makeWorld();
  // Calls inside a call do not disturb its arguments.
  const body = world.createBody({ type: 'dynamic', get position() { other.world.step(dt); other.world.createParticles([{}, {}, {}]); return { x: 3, y: 4, z: 5 }; }, gravityScale: 0.5 });
  assert.deepEqual(world.pose(body).p, { x: 3, y: 4, z: 5 });
  assert.equal(world.gravityScale(body), 0.5);
  // A list that grows while it is read.
  const list = [{ position: { x: 1, y: 2, z: 3 } }];
  Object.defineProperty(list[0], 'mass', { enumerable: true, get() { for (let i = 0; i < 5000; ++i) list.push({}); return 2; } });
  assert.equal(world.createParticles(list).length, 1);
  const hull = cairn.createHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  world.createShape(ids.BodyId[1], { get kind() { return 'hull'; }, hull }, { get density() { hull.dispose(); return 2; } });
  world.step(dt);
  assert.throws(() => world.createBody({ get position() { world.dispose(); return { x: 0, y: 0, z: 0 }; } }), /disposed/);
  assert.ok(other.world.validate());
  other.world.dispose();
});

test('geometry: wrong data is refused, and nobody can free what is in use', () => {
  for (const points of wild) assert.throws(() => cairn.createHull(points), isFine, shorter(points));
  for (const maxVertices of [3, 1.5, NaN, 'x', -1, 2 ** 40]) assert.throws(() => cairn.createHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], { maxVertices }), isFine);
  for (const indices of [...wild, [0, 1, 3], [0, 1, -1], [0, 1, 2 ** 32], [0, 1], [0, 1, 'x'], [0, 1, 1.5], [0, 1, NaN]]) assert.throws(() => cairn.createMesh([0, 0, 0, 1, 0, 0, 0, 0, 1], indices), isFine, shorter(indices));
  for (const change of [{ columns: -3, rows: -3 }, { columns: 4.5, rows: 2 }, { columns: 9, rows: 1 }, { heights: 5 }, { heights: [1] }, { origin: 1 }, { origin: { x: NaN, y: 0, z: 0 } }, { spacingX: 0 }, { spacingX: 'x' }, { spacingZ: NaN }, { spacingZ: -1 }])
    assert.throws(() => cairn.createHeightField({ columns: 3, rows: 3, heights: new Float32Array(9), ...change }), isFine, shorter(change));
  for (const value of wild) assert.throws(() => cairn.createHeightField(value), isFine);
  for (const children of [...wild, [{}], [{ shape: { kind: 'plane' } }], [{ shape: { kind: 'box' }, pose: {} }]]) assert.throws(() => cairn.createCompound(children), isFine, shorter(children));
  const all = geometry(), world = cairn.createWorld();
  const kinds = Object.keys(all);
  for (const kind of kinds) world.createShape(world.createBody({ position: { x: 3, y: 0, z: 0 } }), { kind, [kind]: all[kind] });
  for (const kind of kinds) {
    assert.throws(() => world.createShape(world.createBody(), { kind, [kind]: { ...all[kind] } }), isFine, 'a copy is not the thing');
    assert.equal(all[kind].letGo ?? all[kind].hold, undefined);
    for (let i = 0; i < 5; ++i) all[kind].dispose();
    assert.throws(() => { all[kind].address = 16; }, TypeError);
  }
  const bytes = world.snapshot();
  for (let i = 0; i < 10; ++i) world.step(dt);
  world.restore(bytes);
  assert.ok(world.validate());
  world.dispose();
  // Its data is gone now: another world must do without, or refuse.
  const next = cairn.createWorld();
  try { next.restore(bytes); } catch (error) { assert.ok(isFine(error), error.stack); }
  next.step(dt);
  next.dispose();
});

test(`${rounds} random calls, half right and half wrong`, () => {
  let { world, ids, gone } = makeWorld(), calls = 0, refused = 0;
  const names = [...new Set(methods.map(nameOf))], reached = new Set();
  for (let i = 0; i < rounds; ++i) {
    const row = pick(methods), args = argumentsOf(row, ids);
    if (random() < 0.5 && args.length) args[Math.floor(random() * args.length)] = random() < 0.3 ? gone[pick(Object.keys(gone))] : pick(wild);
    try {
      const result = world[nameOf(row)](...args);
      ++calls;
      reached.add(nameOf(row));
      if (/^create/.test(row[0]) && typeof result === 'number') {
        const kind = row[2];
        if (ids[kind]?.length < 40) ids[kind].push(result);
      }
      if (/^create.*s$/.test(row[0]) && Array.isArray(result)) for (const id of result) if (row[3].some(([, code]) => code === '>ParticleId') && ids.ParticleId.length < 40) ids.ParticleId.push(id);
      if (/^destroy/.test(row[0])) for (const kind in ids) ids[kind] = ids[kind].filter((id) => world.isValid(id));
    } catch (error) {
      ++refused;
      assert.ok(isFine(error), `${row[0]}(${args.map(shorter)}): ${error.stack}`);
    }
    if (i % 50 === 0)
      try {
        world.step(dt);
      } catch (error) { // the reference solver says so when it does not converge; nothing else may go wrong here
        assert.match(error.message, /Exact has left this much/, error.stack);
      }
    if (i % 500 === 0) assert.ok(world.validate());
    if (i % 2000 === 1999 || Object.values(ids).some((list) => list.length === 0)) {
      world.dispose();
      ({ world, ids, gone } = makeWorld());
    }
  }
  world.dispose();
  assert.ok(calls > rounds / 5 && refused > rounds / 5, `${calls} went well, ${refused} were refused`);
  const never = names.filter((name) => !reached.has(name));
  assert.ok(never.length < names.length / 10, `never right: ${never}`);
  assert.ok(cairn.memoryBytes() < 512e6, `${cairn.memoryBytes()} bytes`);
});

test('an engine that was terminated, or that stopped in the middle of a call, only throws', async () => {
  for (const options of [{}, { threads: 2 }]) {
    const engine = await load(options), world = engine.createWorld(), body = world.createBody({ type: 'dynamic' }), view = world.createPoseView([body]);
    world.createShape(body, { kind: 'box' });
    world.step(dt);
    engine.terminate();
    for (const call of [() => world.step(dt), () => world.pose(body), () => view.update(), () => engine.createWorld(), () => engine.createHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])]) assert.throws(call, /terminated/);
    world.dispose();
    engine.terminate();
  }
  // A stand-in for a trap, of which no real one is known.
  const engine = await load(), world = engine.createWorld(), { heap } = engine.internals, hull = engine.createHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  heap.exports = { ...heap.exports, cairn_world_step() { throw new WebAssembly.RuntimeError('unreachable'); } };
  for (const call of [() => world.step(dt), () => world.step(dt), () => world.hash(), () => engine.createWorld()])
    assert.throws(call, (error) => !(error instanceof WebAssembly.RuntimeError) && /has stopped and can only be loaded anew: unreachable/.test(error.message));
  hull.dispose();
  world.dispose();
  await assert.rejects(() => load({ threads: 'x' }), TypeError);
  await assert.rejects(() => load({ threads: 65 }), TypeError);
});
