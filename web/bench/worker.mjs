// node worker.mjs ENGINE SCENE [STARTS]: one warm-up, one run that is timed, and one more for each further start; one line
// of JSON. Quality is the mean over the starts, in which all that moves is put a millimetre or so further: a heap is chaotic,
// and one of them says little. (The motion left in fifty ragdolls is 3 to 28 mm/s for one engine, by which heads still swing.)
// What hangs on something fixed has one start.
import { threadCpuMs } from './clock.mjs';
import * as metrics from './metrics.mjs';
import { SCENES } from './scenes.mjs';

const [engine, sceneName, starts = '1'] = process.argv.slice(2), warmup = 120;
const adapter = await import(`./adapters/${engine}.mjs`);
const keepAlive = setInterval(() => {}, 50);
await adapter.load();
clearInterval(keepAlive);
const dt = 1 / 60, quantile = (sorted, f) => sorted[Math.min(sorted.length - 1, Math.floor(f * sorted.length))];

function build(scene) {
  const world = adapter.createWorld({ gravity: [0, -9.81, 0], dt, bodyCount: scene.bodies.length });
  for (const body of scene.bodies) world.addBody(body);
  for (const joint of scene.joints) world.addJoint(joint);
  world.finish();
  return world;
}

function sceneFrom(start) {
  const scene = SCENES[sceneName](), shift = [1e-3, 3e-4, -7e-4];
  if (start) for (const body of scene.bodies) if (body.type === 'dynamic') body.pos = body.pos.map((x, i) => x + start * shift[i]);
  return scene;
}

function run(steps, first = 0) {
  const scene = sceneFrom(first), n = scene.bodies.length, world = build(scene);
  steps = Math.min(steps, scene.steps);
  const times = new Float64Array(steps), start = new Float64Array(7 * n);
  let before = new Float64Array(7 * n), now = new Float64Array(7 * n);
  world.readPoses(start);
  const tail = Math.max(0, steps - 60), reads = [], bulk = [];
  let jitter = 0, separation = scene.joints.length ? { mean: 0, max: 0, peak: 0 } : null;
  for (let s = 0; s < steps; ++s) {
    const t = threadCpuMs();
    world.step();
    times[s] = threadCpuMs() - t;
    if (separation && s % 5 === 0) { world.readPoses(now); separation.peak = Math.max(separation.peak, metrics.jointSeparation(scene, now).max); }
    if (s < tail - 1) continue;
    [before, now] = [now, before];
    const r = threadCpuMs();
    world.readPoses(now);
    reads.push(threadCpuMs() - r);
    if (world.bulkRead) { const b = threadCpuMs(); for (let k = 0; k < 10; ++k) world.bulkRead(); bulk.push((threadCpuMs() - b) / 10); } // ten, as the clock takes its time too
    if (s < tail) continue;
    jitter += metrics.speeds(scene, before, now, dt).rms / (steps - tail);
    if (separation) { const j = metrics.jointSeparation(scene, now); separation.mean += j.mean / (steps - tail); separation.max = Math.max(separation.max, j.max); }
  }
  const sorted = Float64Array.from(times).sort(), middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  const result = { steps, poses: n, bodies: scene.bodies.filter((b) => b.type === 'dynamic').length, joints: scene.joints.length,
    p50: quantile(sorted, 0.5), mean: times.reduce((a, b) => a + b, 0) / steps, p95: quantile(sorted, 0.95), read: middle(reads), bulk: middle(bulk),
    jitter, separation, penetration: metrics.boxPenetration(scene, now), escaped: metrics.escaped(scene, now),
    stack: scene.stack ? metrics.stackState(scene, start, now) : null };
  world.destroy();
  return result;
}

// Numbers, in objects or by themselves; a stack stands if it stands from every start.
const mean = (values) => values[0] === null ? null : typeof values[0] === 'boolean' ? values.every(Boolean) : typeof values[0] === 'number' ? values.reduce((a, b) => a + b, 0) / values.length
  : Object.fromEntries(Object.keys(values[0]).map((key) => [key, mean(values.map((v) => v[key]))]));

run(warmup);
const runs = [run(Infinity)];
const { bodies, joints } = sceneFrom(0), hangs = joints.some(({ a, b }) => bodies[a].type === 'static' || bodies[b].type === 'static');
while (!hangs && runs.length < +starts) runs.push(run(Infinity, runs.length));
const quality = Object.fromEntries(['jitter', 'separation', 'penetration', 'escaped', 'stack'].map((key) => [key, mean(runs.map((r) => r[key]))]));
console.log(JSON.stringify({ engine, scene: sceneName, ...runs[0], ...quality }));
process.exit(0);
