// A run: a scene from its beginning, what was done to it, and how far it has come.
//
//     start -- step -- step -- step -- step ...        the log says what was done before which step
//       |                |               |
//     state            state           state           every few steps, to go back to
//
// Nothing else decides where a run is, bit for bit, on any machine. So going to a step means loading the state before
// it and stepping on; a file or a link holds the start and the log; and another solver can be given the same treatment.
import { Lane } from './lane.js';
import { States } from './states.js';

const STATE_EVERY = 6, HASH_EVERY = 60; // steps
const PATIENCE = 30; // ms of work before the page may draw

const breathe = () => new Promise((resolve) => setTimeout(resolve));
export const hashOf = (world) => world.hash().toString(16).padStart(16, '0');

export class Run {
  // start as Lane wants it; `log`, `last` and `hashes` of a run that was recorded.
  constructor(scenes, start, { log = [], last = 0, hashes = {} } = {}) {
    this.scenes = scenes;
    this.start = start;
    this.main = new Lane(scenes, start);
    this.others = [];
    this.log = log; // { step, kind, ... }, ascending
    this.performed = 0; // how many of them
    this.step = this.first = this.main.step;
    this.last = Math.max(last, this.first); // as far as the log knows
    this.hashes = { ...hashes }; // of steps, as they should be
    this.firstDifference = null; // the step at which a replay came out differently
    this.states = new States();
    this.work = null; // what is being caught up with; nobody else steps meanwhile
    this.disposed = false;
    this.isTold = false; // the user has heard what is odd
    this.states.add(this.step, this.lanes);
  }
  get lanes() { return [this.main, ...this.others]; }
  get world() { return this.main.world; }
  get scene() { return this.main.scene; }
  get isBusy() { return this.work !== null; }
  get isReplaying() { return this.step < this.last; }

  // Does something to all worlds, before the next step. What was known of the future is no longer true.
  act(action) {
    this.#forgetFuture();
    for (const lane of this.lanes) lane.perform(action);
    this.log.push({ step: this.step, ...action });
    ++this.performed;
  }
  // One step. `around` is called with the step as a function, by those who measure.
  advance(around = (step) => step()) {
    this.#performLogged();
    around(() => { for (const lane of this.lanes) lane.advance(); });
    ++this.step;
    this.last = Math.max(this.last, this.step);
    if (this.step % STATE_EVERY === 0) this.states.add(this.step, this.lanes);
    if (this.step % HASH_EVERY === 0) this.#check();
  }
  // To any step, back or forth. False if something else came in between.
  async goTo(step, progress) {
    return this.#working(async (isCurrent) => {
      const state = this.states.before(step);
      if (state && (step < this.step || state.step > this.step)) this.#load(state);
      for (let since = performance.now(); this.step < step;) {
        this.advance();
        if (performance.now() - since < PATIENCE) continue;
        progress?.(this.step, step);
        await breathe();
        if (!isCurrent()) return false;
        since = performance.now();
      }
      this.#performLogged();
      return true;
    });
  }

  // The same run once more with another solver.
  async addLane(options, progress) {
    return this.#working(async (isCurrent) => {
      const lane = new Lane(this.scenes, this.start, options);
      this.states.forgetAfter(this.step); // the lane has no states there
      let done = 0;
      const performLogged = () => {
        for (; done < this.performed && this.log[done].step <= lane.step; ++done) lane.perform(this.log[done]);
      };
      for (let since = performance.now(); lane.step < this.step;) {
        this.states.at(lane.step)?.lanes.set(lane, lane.save());
        performLogged();
        lane.advance();
        if (performance.now() - since < PATIENCE) continue;
        progress?.(lane.step, this.step);
        await breathe();
        if (!isCurrent()) return void lane.dispose();
        since = performance.now();
      }
      this.states.at(lane.step)?.lanes.set(lane, lane.save());
      performLogged();
      this.others.push(lane);
      return lane;
    });
  }
  removeLane(lane) {
    this.others = this.others.filter((other) => other !== lane);
    this.states.forgetLane(lane);
    lane.dispose();
  }
  dispose() {
    this.disposed = true;
    this.work = null;
    for (const lane of this.lanes) lane.dispose();
  }

  async #working(job) {
    const work = (this.work = Symbol('work'));
    try {
      return await job(() => this.work === work && !this.disposed);
    } finally {
      if (this.work === work) this.work = null;
    }
  }
  #performLogged() {
    for (; this.performed < this.log.length && this.log[this.performed].step <= this.step; ++this.performed)
      for (const lane of this.lanes) lane.perform(this.log[this.performed]);
  }
  #load(state) {
    for (const lane of this.lanes) lane.load(state.lanes.get(lane));
    this.step = state.step;
    this.performed = this.log.filter((entry) => entry.step < this.step).length;
  }
  #forgetFuture() {
    if (this.step === this.last && this.performed === this.log.length) return;
    this.log.length = this.performed;
    this.last = this.step;
    this.states.forgetAfter(this.step);
    for (const step of Object.keys(this.hashes)) if (+step > this.step) delete this.hashes[step];
  }
  #check() {
    const hash = hashOf(this.world);
    if ((this.hashes[this.step] ??= hash) !== hash) this.firstDifference ??= this.step;
  }
}
