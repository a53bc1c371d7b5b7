// node bench/native.mjs [SCENE...]: the same scene natively and as WebAssembly, one thread each, taking turns; CPU time, best of five.
import { spawnSync } from 'node:child_process';
import { load } from '../package/dist/index.js';
import { Scenes } from '../testbed/src/scenes.js';
import { threadCpuMs } from './clock.mjs';

const program = process.env.CAIRN_PROGRAM ?? new URL('../../build/release/apps/cairn/cairn', import.meta.url).pathname;
const names = process.argv.slice(2).length ? process.argv.slice(2) : ['pyramid', 'box_pile', 'rubble', 'ragdolls150', 'joint_grid', 'mesh_terrain'];
const steps = 240, scenes = new Scenes(await load({ module: new URL('../../build/web/cairn_scenes.wasm', import.meta.url) }));

// CPU time of the program for 1 + `steps` steps, less that for one: what the steps take.
function nativeMs(name) {
  const used = (n) => {
    const run = spawnSync('bash', ['-c', `TIMEFORMAT='%U %S'; time "${program}" run ${name} --threads 1 --steps ${n}`], { encoding: 'utf8' });
    const [user, system] = run.stderr.trim().split('\n').pop().split(' ');
    return 1000 * (+user + +system);
  };
  return (used(steps + 1) - used(1)) / steps;
}
function webMs(name) {
  const scene = scenes.create(name);
  scene.step();
  const start = threadCpuMs();
  for (let i = 0; i < steps; ++i) scene.step();
  const ms = (threadCpuMs() - start) / steps;
  scene.dispose();
  return ms;
}

webMs('arch'); // warms the compiler up
console.log('| scene | native ms | WebAssembly ms | ratio |\n|---|---|---|---|');
for (const name of names) {
  let native = Infinity, web = Infinity;
  for (let round = 0; round < 5; ++round) [native, web] = [Math.min(native, nativeMs(name)), Math.min(web, webMs(name))];
  console.log(`| ${name} | ${native.toFixed(3)} | ${web.toFixed(3)} | ${(web / native).toFixed(2)} |`);
}
