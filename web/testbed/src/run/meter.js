// Numbers about the last step of every lane, for plots.
import { ExactAnswer, MOST_ROWS } from './exact.js';

const EVERY = 4; // steps

export class Meter {
  constructor(scenes) {
    this.exact = new ExactAnswer(scenes);
  }
  begin(run) { this.exact.begin(run); }

  // Runs a step, and returns what was measured: null most of the time.
  // { rows, gap, note (why there is no gap), lanes: [{ lane, energy, contacts, penetration, residual }] }
  around(run, step) {
    if (run.step % EVERY !== 0) return void step();
    for (const { world } of run.lanes) world.setResidualMeter({ enabled: true });
    this.exact.before();
    step();
    const lanes = run.lanes.map((lane) => ({ lane, ...measure(lane.world) }));
    const { rows } = run.world.residuals();
    for (const { world } of run.lanes) world.setResidualMeter({ enabled: false });
    const gap = rows > 0 ? this.exact.after(rows) : null;
    return { rows, note: this.#note(rows), gap, lanes };
  }
  #note(rows) {
    if (rows > MOST_ROWS) return `${rows} rows: the exact answer takes ${MOST_ROWS} at most`;
    return this.exact.isTooSlow ? 'the exact answer takes too long here' : '';
  }
}

function measure(world) {
  const { kineticEnergy, potentialEnergy, maxPenetration } = world.measures();
  const { contactRms, frictionRms, jointRms } = world.residuals();
  return {
    energy: kineticEnergy + potentialEnergy,
    contacts: world.contactCount(),
    penetration: 1000 * maxPenetration,
    residual: contactRms + frictionRms + jointRms,
  };
}
