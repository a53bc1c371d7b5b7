// States of a run, every few steps, to go back to. When they take too much room, every second one goes.
const ROOM = 160 << 20; // bytes

export class States {
  #list = []; // { step, lanes: Map from Lane to what it saved }, ascending
  #bytes = 0;

  get count() { return this.#list.length; }
  [Symbol.iterator]() { return this.#list[Symbol.iterator](); }
  at(step) { return this.#list.find((state) => state.step === step); }
  // The last one at or before a step.
  before(step) { return this.#list.findLast((state) => state.step <= step); }

  add(step, lanes) {
    if (this.at(step)) return;
    const state = { step, lanes: new Map(lanes.map((lane) => [lane, lane.save()])) };
    this.#list.push(state);
    this.#list.sort((a, b) => a.step - b.step);
    this.#bytes += sizeOf(state);
    while (this.#bytes > ROOM && this.#list.length > 2) this.#keep((_, i) => i % 2 === 0);
  }
  forgetAfter(step) { this.#keep((state) => state.step <= step); }
  forgetLane(lane) {
    for (const { lanes } of this.#list) lanes.delete(lane);
    this.#keep(() => true);
  }
  #keep(wanted) {
    this.#list = this.#list.filter(wanted);
    this.#bytes = this.#list.reduce((sum, state) => sum + sizeOf(state), 0);
  }
}

const sizeOf = ({ lanes }) => [...lanes.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
