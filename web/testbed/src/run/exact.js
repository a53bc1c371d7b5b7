// How far a step was from the exact answer: the same step once more, from the same state and with the same recipe, but
// solved to the end (schedule exact; src/solvers/exact.h). For scenes of up to 512 rows of constraints.
import { dot, subtract } from '../vectors.js';
import { Lane } from './lane.js';

export const MOST_ROWS = 512;
const SHARE = 20; // a measurement may take a 20th of the time
const TOO_LONG = 250; // ms: then there are no more of them in this run

export class ExactAnswer {
  constructor(scenes) {
    this.scenes = scenes;
  }
  begin(run) {
    this.end();
    this.run = run;
    this.notBefore = 0; // ms
    this.isTooSlow = false;
  }
  end() {
    this.twin?.dispose();
    this.twin = this.state = null;
  }
  // Before the step, and after it: the root mean square of the differences of velocities, in m/s; null: not this time.
  before() {
    const may = !this.isTooSlow && performance.now() >= this.notBefore;
    this.state = may ? this.run.main.save() : null;
  }
  after(rows) {
    if (!this.state || rows > MOST_ROWS) return null;
    const since = performance.now(), { main, start } = this.run;
    this.twin ??= new Lane(this.scenes, { ...start, base: undefined });
    this.twin.load(this.state);
    this.twin.world.setSolver({ ...main.world.solver(), schedule: 'exact', writes: 'inPlace' });
    this.twin.advance();
    const gap = this.twin.warning ? null : distance(main, this.twin);
    const now = performance.now();
    this.isTooSlow = now - since > TOO_LONG;
    this.notBefore = now + SHARE * Math.max(0, now - since - 2);
    return gap;
  }
}

function distance(main, twin) {
  const bodies = new Set([...main.scene.bodyIds(), ...main.extras.map((extra) => extra.body)]);
  let sum = 0, count = 0;
  for (const body of bodies) {
    if (!main.world.isValid(body) || main.world.type(body) !== 'dynamic') continue;
    const difference = subtract(main.world.linearVelocity(body), twin.world.linearVelocity(body));
    sum += dot(difference, difference);
    ++count;
  }
  return count ? Math.sqrt(sum / count) : 0;
}
