// An agent: a worker that lends its thread to the engine. It gets the module, the shared memory, a stack and room for
// thread-local variables, and stays inside the module for good.
import { imports } from './load.js';

const node = typeof process !== 'undefined' && process.versions?.node, threads = 'node:worker_threads';

function run({ module, memory, stack, tls }) {
  const given = imports(module, () => memory);
  given.env = { ...given.env, memory };
  const { exports } = new WebAssembly.Instance(module, given);
  exports.__stack_pointer.value = stack;
  exports.__wasm_init_tls(tls);
  exports.cairn_agent_run();
}

if (node) import(/* @vite-ignore */ threads).then(({ parentPort }) => parentPort.once('message', run));
else globalThis.onmessage = ({ data }) => run(data);
