// An agent: a worker that lends its thread to the engine. It gets the module, the shared memory, a stack and room for
// thread-local variables, and stays inside the module for good.
import { imports } from './load.js';

const node = typeof process !== 'undefined' && process.versions?.node;
const { parentPort } = node ? await import('node:worker_threads') : { parentPort: null };

function run({ module, memory, stack, tls }) {
  const given = imports(module, () => memory);
  given.env = { ...given.env, memory };
  const { exports } = new WebAssembly.Instance(module, given);
  exports.__stack_pointer.value = stack;
  exports.__wasm_init_tls(tls);
  exports.cairn_agent_run();
}

if (parentPort) parentPort.once('message', run);
else globalThis.onmessage = ({ data }) => run(data);
