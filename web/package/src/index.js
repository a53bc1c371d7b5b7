// Loads the engine from the .wasm files beside this one.
//
//     import { load } from 'cairn-physics';
//     const cairn = await load();                 // one thread
//     const cairn = await load({ threads: 4 });   // where shared memory is allowed, else one thread
import { startEngine, threadsMissing } from './load.js';

export { World } from './world.js';

const node = typeof process !== 'undefined' && process.versions?.node && !globalThis.window;

// Hidden from bundlers, which would look for these in vain.
const fromNode = (name) => import(/* @vite-ignore */ `node:${name}`);

async function compile(url) {
  if (!node) return WebAssembly.compileStreaming ? WebAssembly.compileStreaming(fetch(url)) : WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  const { readFile } = await fromNode('fs/promises');
  return WebAssembly.compile(await readFile(url));
}

async function makeAgent(message, failed) {
  if (node) {
    const { Worker } = await fromNode('worker_threads');
    const agent = new Worker(new URL('./agent.js', import.meta.url));
    agent.once('error', failed);
    agent.unref();
    agent.postMessage(message);
    return agent;
  }
  const agent = new Worker(new URL('./agent.js', import.meta.url), { type: 'module' });
  agent.onerror = failed;
  agent.postMessage(message);
  return agent;
}

export async function load({ threads = 1, module, threadsModule } = {}) {
  if (!Number.isInteger(threads) || threads < 1 || threads > 64) throw new TypeError(`load: threads must be 1 to 64, not ${threads}`);
  let problem = threads > 1 ? threadsMissing() : '';
  if (threads > 1 && !problem) {
    try {
      const shared = await compile(threadsModule ?? new URL('./cairn-threads.wasm', import.meta.url));
      return Object.freeze({ threadsProblem: '', ...(await startEngine(shared, { threads, makeAgent })) });
    } catch (error) {
      problem = `threads could not be started: ${error.message}`;
    }
  }
  return Object.freeze({ threadsProblem: problem, ...(await startEngine(await compile(module ?? new URL('./cairn.wasm', import.meta.url)))) });
}
