// npm run bench [-- --engines a,b] [--scenes x,y] [--rounds 3] [--starts 6] [--out FILE] [--limits]
//
// --limits: ends with an error where Cairn takes more than 0.9 of the time of the fastest other engine, or more than
// 0.02 ms to read 1,000 poses.
// Cairn against the published packages, in node, on one thread. Every engine and scene runs in a process of its own, and
// the engines take turns, so that what else the machine does falls on all of them; of the rounds the best counts.
// Quality is the mean over so many starts, a millimetre apart, and is measured in the first round.
// Times are CPU milliseconds of the simulating thread. Sleeping is off; iteration counts are each engine's defaults.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCENES } from './scenes.mjs';

const here = path.dirname(fileURLToPath(import.meta.url)), argv = process.argv.slice(2);
const option = (name, otherwise) => (argv.includes(`--${name}`) ? argv[argv.indexOf(`--${name}`) + 1] : otherwise);
const engines = option('engines', 'cairn,rapier-simd,havok,jolt-simd,jolt,physx,physx-tgs').split(',');
const scenes = option('scenes', Object.keys(SCENES).join(',')).split(','), rounds = +option('rounds', '3'), starts = option('starts', '6');

const best = new Map();
for (let round = 0; round < rounds; ++round) for (const scene of scenes) for (const engine of engines) {
  const child = spawnSync(process.execPath, ['--no-warnings', path.join(here, 'worker.mjs'), engine, scene, round ? '1' : starts], { encoding: 'utf8', timeout: 600_000, maxBuffer: 1 << 26 });
  const key = `${scene} ${engine}`, old = best.get(key);
  let result;
  try { result = JSON.parse(child.stdout.trim().split('\n').pop()); } catch { result = { error: (child.stderr || `exit ${child.status}`).trim().split('\n').find((l) => /Error/.test(l)) ?? 'failed' }; }
  // Quality is that of the first round.
  if (old && !old.error && !result.error) for (const k of ['p50', 'mean', 'p95', 'read', 'bulk']) old[k] = Math.min(result[k] ?? Infinity, old[k] ?? Infinity);
  else if (!old || !result.error) best.set(key, result);
  process.stderr.write(`round ${round + 1}/${rounds} ${key}: ${result.error ?? `${result.p50.toFixed(3)} ms`}\n`);
}

const number = (x, digits = 3) => (x === undefined || x === null || !Number.isFinite(x) ? '' : String(+x.toPrecision(digits)));
const mm = (x) => number(x === undefined ? x : 1000 * x);
let out = `Times in ms, node ${process.versions.node}, best of ${rounds}; quality is the mean over ${starts} starts. The ratio is Cairn's p50 to the fastest other's.\n`;
for (const scene of scenes) {
  const rows = engines.map((engine) => [engine, best.get(`${scene} ${engine}`)]);
  const others = rows.filter(([e, r]) => e !== 'cairn' && !r.error).map(([e, r]) => [r.p50, e]).sort((a, b) => a[0] - b[0]);
  const own = best.get(`${scene} cairn`), one = rows.find(([, r]) => !r.error)?.[1];
  out += `\n### ${scene}: ${one?.bodies} bodies, ${one?.joints} joints, ${one?.steps} steps`;
  if (own && !own.error && others.length) out += `; Cairn / ${others[0][1]} = ${(own.p50 / others[0][0]).toFixed(2)}`;
  out += '\n\n| engine | p50 | mean | p95 | read poses | jitter mm/s | penetration mean / max mm | joints apart mean / max / peak mm | stands, sink mm, drift mm | escaped |\n|---|---|---|---|---|---|---|---|---|---|\n';
  for (const [engine, r] of rows) out += r.error ? `| ${engine} | ${r.error} |\n` : `| ${engine} | ${number(r.p50)} | ${number(r.mean)} | ${number(r.p95)} | ${number(r.read, 2)}${r.bulk < Infinity ? ` (bulk ${number(r.bulk, 2)})` : ''} | ${mm(r.jitter)} | ${mm(r.penetration.mean)} / ${mm(r.penetration.max)} | ${r.separation ? `${mm(r.separation.mean)} / ${mm(r.separation.max)} / ${mm(r.separation.peak)}` : ''} | ${r.stack ? `${r.stack.stands ? 'yes' : `no (${r.stack.fallen})`}, ${mm(r.stack.sink)}, ${mm(r.stack.drift)}` : ''} | ${r.escaped} |\n`;
}

// What counts at a glance. Quality: in what Cairn is worse than both Rapier and Jolt.
const measures = {
  jitter: (r) => r.jitter, 'mean penetration': (r) => r.penetration.mean, 'largest penetration': (r) => r.penetration.max,
  'joints apart': (r) => r.separation?.mean, 'largest gap of a joint': (r) => r.separation?.max, 'largest gap ever': (r) => r.separation?.peak,
  sinking: (r) => r.stack?.sink, drift: (r) => r.stack?.drift, fallen: (r) => r.stack?.fallen, escaped: (r) => r.escaped };
let missed = false;
out += '\n### Summary\n\n| scene | Cairn ms | fastest other | ms | ratio | bulk read of 1,000 poses, ms | worse than both Rapier and Jolt in |\n|---|---|---|---|---|---|---|\n';
for (const scene of scenes) {
  const own = best.get(`${scene} cairn`), of = (engine) => best.get(`${scene} ${engine}`);
  const others = engines.filter((e) => e !== 'cairn' && of(e) && !of(e).error).sort((a, b) => of(a).p50 - of(b).p50);
  if (!own || own.error || !others.length) continue;
  const ratio = own.p50 / of(others[0]).p50, bulk = (1000 * own.bulk) / own.poses, judges = ['rapier-simd', 'jolt-simd'].filter((e) => others.includes(e));
  const worse = Object.entries(measures).filter(([, get]) => judges.length && judges.every((e) => get(own) > get(of(e)))).map(([name, get]) => `${name} (${[own, ...judges.map(of)].map((r) => number(get(r))).join(' against ')})`);
  missed ||= ratio > 0.9 || bulk > 0.02;
  out += `| ${scene} | ${number(own.p50)} | ${others[0]} | ${number(of(others[0]).p50)} | ${ratio.toFixed(2)} | ${number(bulk, 2)} | ${worse.join(', ') || 'nothing'} |\n`;
}
console.log(out);
if (option('out')) writeFileSync(option('out'), out);
if (argv.includes('--limits') && missed) process.exitCode = 1;
