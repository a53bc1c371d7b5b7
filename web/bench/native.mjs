// node bench/native.mjs [SCENE...]: the same scene natively and as WebAssembly, one thread each, taking turns; CPU time, best of
// five. Natively twice: with the widest lanes that the processor has, and with SSE4, whose lanes are as wide as WebAssembly's.
// Nothing sleeps, as in `cairn bench`.
import { spawnSync } from 'node:child_process';
import { load } from '../package/dist/index.js';
import { Scenes } from '../testbed/src/scenes.js';
import { threadCpuMs } from './clock.mjs';

const program = process.env.CAIRN_PROGRAM ?? new URL('../../build/release/apps/cairn/cairn', import.meta.url).pathname;
const names = process.argv.slice(2).length ? process.argv.slice(2) : ['pyramid', 'many_pyramids', 'box_pile', 'rubble', 'ragdolls150', 'joint_grid', 'mesh_terrain'];
const before = 60, steps = 240, scenes = new Scenes(await load({ module: new URL('../../build/web/cairn_scenes.wasm', import.meta.url) }));

// CPU time of the program with so many steps more, less that without: what the steps take.
function nativeMs(name, lanes = {}) {
  const used = (n) => {
    const run = spawnSync('bash', ['-c', `TIMEFORMAT='%U %S'; time "${program}" bench ${name} --threads 1 --repeats 1 --warmup ${before} --steps ${n}`], { encoding: 'utf8', env: { ...process.env, ...lanes } });
    const [user, system] = run.stderr.trim().split('\n').pop().split(' ');
    return 1000 * (+user + +system);
  };
  return (used(1 + steps) - used(1)) / steps;
}
function webMs(name) {
  const scene = scenes.create(name);
  scene.world.setSleepEnabled(false);
  for (let i = 0; i < before + 1; ++i) scene.step();
  const start = threadCpuMs();
  for (let i = 0; i < steps; ++i) scene.step();
  const ms = (threadCpuMs() - start) / steps;
  scene.dispose();
  return ms;
}

webMs('arch'); // warms the compiler up
console.log('| scene | native ms | native SSE4 ms | WebAssembly ms | of native | of SSE4 |\n|---|---|---|---|---|---|');
for (const name of names) {
  let native = Infinity, narrow = Infinity, web = Infinity;
  for (let round = 0; round < 5; ++round) {
    native = Math.min(native, nativeMs(name));
    narrow = Math.min(narrow, nativeMs(name, { CAIRN_TARGET: 'SSE4' }));
    web = Math.min(web, webMs(name));
  }
  const [a, b, c] = [native, narrow, web].map((ms) => ms.toFixed(3));
  console.log(`| ${name} | ${a} | ${b} | ${c} | ${(web / native).toFixed(2)} | ${(web / narrow).toFixed(2)} |`);
}
