// A run as an address, and back:
//
//     #scene=arch&blocks=15&solver=jacobi&with=exact&eye=...&step=240&hash=...&did=...
//
// An address holds no state: it says how to get there. `did` is the log, packed; whoever opens it does the same again
// and compares the hash. So it is as good as a state, but for runs that began with a file, and for those in which so
// much was done by hand that the address would be too long to pass on.
import { actionKinds } from './actions.js';
import { hashOf } from './run.js';
import { fromBase64, pack, toBase64, unpack } from './packing.js';
import { differences, nameOf } from './recipes.js';

const LONGEST = 12000; // characters that survive most ways of passing an address on
const OWN = ['scene', 'solver', 'recipe', 'substeps', 'with', 'eye', 'target', 'step', 'hash', 'did'];

const numbers = (list) => list.map((x) => +x.toFixed(3)).join(',');

// Scene and parameters alone: what the address bar shows.
export const shortLink = ({ scene, values }) => new URLSearchParams({ scene, ...values }).toString();

// Throws, with the reason, if there is no such address.
export async function linkTo(run, solvers, camera) {
  const { start } = run;
  if (start.base) throw new Error('This run began with a file, which a link cannot hold: save a file instead.');
  const link = new URLSearchParams({ scene: start.scene, ...start.values });
  if (start.recipe) {
    const name = nameOf({ ...solvers.softStep, ...start.recipe }, solvers);
    if (name) link.set('solver', name);
    else link.set('recipe', JSON.stringify(differences(start.recipe, solvers.softStep)));
  }
  if (start.substeps) link.set('substeps', start.substeps);
  if (run.others.length) link.set('with', run.others.map((lane) => lane.name).join(','));
  link.set('eye', numbers(camera.eye));
  link.set('target', numbers(camera.target));
  link.set('step', run.step);
  link.set('hash', hashOf(run.world));
  const did = run.log.slice(0, run.performed);
  if (did.length) link.set('did', toBase64(await pack(did)));
  if (link.toString().length > LONGEST)
    throw new Error('Too much was done by hand for a link: save a file instead.');
  return link.toString();
}

// What an address asks for: { start, log, others, step, hash, camera }.
export async function readLink(text, { scenes, solvers }) {
  const link = new URLSearchParams(text), info = scenes.list.find((s) => s.name === link.get('scene'));
  if (!info) throw new Error(`there is no scene '${link.get('scene')}'`);
  const values = {};
  for (const [name, value] of link) if (!OWN.includes(name)) values[name] = +value;
  const unknown = Object.keys(values).find((name) => !info.parameters.some((p) => p.name === name));
  if (unknown) throw new Error(`${info.name} has no parameter '${unknown}'`);
  const start = { scene: info.name, values };
  if (link.has('solver')) {
    if (!solvers[link.get('solver')]) throw new Error(`there is no solver '${link.get('solver')}'`);
    start.recipe = solvers[link.get('solver')];
  }
  if (link.has('recipe')) start.recipe = { ...solvers.softStep, ...JSON.parse(link.get('recipe')) };
  if (link.has('substeps')) start.substeps = +link.get('substeps');
  const log = link.has('did') ? await unpack(fromBase64(link.get('did'))) : [];
  if (!log.every((entry) => actionKinds.includes(entry.kind) && Number.isInteger(entry.step)))
    throw new Error('the link is damaged');
  const list = (name) => link.get(name)?.split(',').map(Number);
  return {
    start,
    log,
    others: link.get('with')?.split(',').filter((name) => solvers[name]) ?? [],
    step: +(link.get('step') ?? 0),
    hash: link.get('hash') ?? '',
    camera: link.has('eye') && link.has('target') ? { eye: list('eye'), target: list('target') } : null,
  };
}
