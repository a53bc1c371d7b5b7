// The same in one file, with the module inside: for bundlers and servers that cannot handle .wasm files. One thread.
import { startEngine } from './load.js';
import { base64 } from './wasm.js';

export { World } from './world.js';

export async function load({ threads = 1 } = {}) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const threadsProblem = threads > 1 ? 'the compat variant has one thread' : '';
  return Object.freeze({ threadsProblem, ...(await startEngine(await WebAssembly.compile(bytes))) });
}
