// From a compiled module to an engine: imports, agents, and what is not a method of World.
import { geometryFunctions } from './geometry.js';
import { Memory } from './memory.js';
import { World } from './world.js';

const PAGES = 512, MAX_PAGES = 32768; // of shared memory, as linked: 32 MB to 2 GB
const STACK = 1 << 19;

// What the C library may ask of its host. It prints nothing and reads nothing; everything but the clock is refused.
export function imports(module, memory) {
  const refuse = () => 52; // "not supported"
  const wasi = {
    clock_time_get(_, __, at) {
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    proc_exit(code) { throw new Error(`cairn: the module gave up (${code}): out of memory, or a bug inside`); },
  };
  const out = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    out[from] ??= {};
    if (kind === 'function') out[from][name] = wasi[name] ?? refuse;
  }
  return out;
}

/** Why threads are not to be had here; empty when they are. */
export function threadsMissing() {
  if (typeof SharedArrayBuffer === 'undefined' || globalThis.crossOriginIsolated === false)
    return 'shared memory needs a page served with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';
  return '';
}

async function startAgents(module, memory, exports, count, makeAgent) {
  const agents = [], { __tls_size: tlsSize } = exports;
  try {
    let failure = null;
    for (let i = 0; i < count; ++i) {
      const stack = exports.cairn_web_allocate(STACK), tls = exports.cairn_web_allocate(Math.max(16, tlsSize.value));
      agents.push(await makeAgent({ module, memory, stack: stack + STACK, tls }, (error) => { failure ??= error; }));
    }
    for (let waited = 0; exports.cairn_agent_count() < count; waited += 5) {
      if (failure || waited > 10000) throw new Error(failure?.message || 'the workers did not start');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return agents;
  } catch (error) {
    for (const agent of agents) agent.terminate();
    throw error;
  }
}

export async function startEngine(module, { threads = 1, makeAgent } = {}) {
  const shared = WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');
  let memory = shared ? new WebAssembly.Memory({ initial: PAGES, maximum: MAX_PAGES, shared: true }) : null;
  const given = imports(module, () => memory);
  if (shared) given.env = { ...given.env, memory };
  const { exports } = await WebAssembly.instantiate(module, given);
  memory ??= exports.memory;
  exports._initialize?.();
  const agents = shared && threads > 1 ? await startAgents(module, memory, exports, threads - 1, makeAgent) : [];
  const heap = new Memory(exports, memory);
  const workers = shared ? exports.cairn_create_workers(agents.length + 1) : 0;
  heap.check();

  const solvers = {};
  for (let i = 0, name; (name = exports.cairn_web_solver_name(i)); ++i) solvers[heap.text(name)] = Object.freeze(heap.read('SolverRecipe', exports.cairn_web_solver_recipe(i)));

  // The definition of a world, with the engine's own task system in it.
  const worldDefinition = (def, path) => {
    const at = heap.writeDefinition('WorldDef', def, path);
    if (workers) exports.cairn_workers_tasks(at + heap.sizeOf('WorldDef') - 16, workers);
    return at;
  };
  return {
    threads: agents.length + 1,
    solvers: Object.freeze(solvers),
    createWorld(def = {}) {
      const { top, extra: { length: extras } } = heap, destroy = (world) => heap.call('cairn_destroy_world', world);
      try {
        const pointer = heap.call('cairn_create_world', worldDefinition(def, 'createWorld: def'));
        try {
          heap.check();
        } catch (error) {
          destroy(pointer);
          throw error;
        }
        return new World(heap, pointer, destroy);
      } finally {
        heap.done(top, extras);
      }
    },
    ...geometryFunctions(heap),
    memoryBytes: () => memory.buffer.byteLength,
    /** Ends the agents. Every later call throws. */
    terminate() {
      heap.ended ||= 'cairn: the engine was terminated';
      for (const agent of agents) agent.terminate();
    },
    // For modules that know more than worlds (the testbed's scenes).
    internals: { heap, exports, worldDefinition, wrapWorld: (pointer) => new World(heap, pointer, () => {}) },
  };
}
