// A run as a file, and back.
//
//     recording   the start and the log, with a hash every second: replayed when it is loaded, by any version of the
//                 engine that gives the same bits, and checked on the way
//     snapshot    the state itself, for the build that wrote it: loaded at once, however long it took to get there
import { hashOf } from './run.js';
import { compress, expand, fromBase64, toBase64 } from './packing.js';

const FORMAT = 'cairn testbed', VERSION = 1;

const packBase = ({ bytes, extras }) => ({ extras, state: toBase64(bytes) });
const unpackBase = ({ state, extras }) => ({ extras, bytes: fromBase64(state) });

async function toBytes(run, content) {
  const { scene, values, substeps, recipe } = run.start;
  const object = { format: FORMAT, version: VERSION, scene, values, substeps, recipe, ...content };
  return compress(new TextEncoder().encode(JSON.stringify(object)), 'gzip');
}

export function recordingOf(run) {
  const { base } = run.start;
  const hashes = { ...run.hashes, [run.step]: hashOf(run.world) };
  for (const step of Object.keys(hashes)) if (+step > run.last) delete hashes[step];
  const others = run.others.map((lane) => lane.name);
  return toBytes(run, { kind: 'recording', base: base && packBase(base), log: run.log, last: run.last, hashes, others });
}
export function snapshotOf(run) {
  const hashes = { [run.step]: hashOf(run.world) }, base = packBase(run.main.save());
  return toBytes(run, { kind: 'snapshot', base, log: [], last: run.step, hashes, others: [] });
}

// { kind, start, log, last, hashes, others }. Throws, with the reason, if the bytes are something else.
export async function readFile(bytes) {
  let object;
  try {
    object = JSON.parse(new TextDecoder().decode(await expand(bytes, 'gzip')));
  } catch {
    throw new Error('This is no file of the testbed, or it is damaged.');
  }
  const { format, version, kind, scene, values, substeps, recipe, base, log, last, hashes, others } = object;
  if (format !== FORMAT) throw new Error('This is no file of the testbed.');
  if (version !== VERSION) throw new Error(`This file is of version ${version}; this page reads version ${VERSION}.`);
  const start = { scene, values, substeps, recipe, ...(base ? { base: unpackBase(base) } : {}) };
  return { kind, start, log, last, hashes, others };
}
