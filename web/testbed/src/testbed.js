// The testbed: the run that is shown, and the clock that drives it. Parts of the page listen:
//     open    another run
//     moved   the run is at another step than time alone explains
//     lanes   solvers that are compared came or went
//     pause   paused, or not any more
import { Inspector } from './inspect.js';
import { Hands } from './page/hands.js';
import { clearMessage, complain, progress, tell } from './page/message.js';
import { $, isNarrow } from './page/dom.js';
import { DebugDraw } from './picture/debug_draw.js';
import { Ropes } from './picture/ropes.js';
import { View } from './picture/view.js';
import { shortLink } from './run/link.js';
import { Meter } from './run/meter.js';
import { hashOf, Run } from './run/run.js';
import { Scenes } from './scenes.js';

const LONGEST_FRAME = 0.1; // s
const MOST_STEPS = 3; // in a frame: what is too slow for the clock runs slower
const LINGER = 1000, IDLE = 100; // ms: while nothing moves and nobody has touched anything, there are fewer pictures

export class Testbed extends EventTarget {
  constructor(engine, canvas, { plain }) {
    super();
    this.engine = engine;
    this.scenes = new Scenes(engine);
    this.inspector = new Inspector(engine);
    this.view = new View(canvas, { plain });
    this.debug = new DebugDraw(this.view, this.inspector);
    this.ropes = new Ropes(this.view, this.inspector);
    this.meter = new Meter(this.scenes);
    this.run = null;
    this.hands = new Hands(this, canvas);
    this.paused = false;
    this.speed = 1;
    this.frames = 0;
    this.recipe = null; // that the user has chosen, for the next scene as well
    this.substeps = undefined;
    this.owed = 0; // s that the run is behind the clock
    this.before = 0; // ms: the last frame
    this.touched = 0; // ms: when somebody last did something
    for (const event of ['pointermove', 'pointerdown', 'wheel', 'keydown', 'keyup', 'input', 'change', 'click', 'resize'])
      addEventListener(event, () => this.stir(), { capture: true, passive: true });
  }
  stir() { this.touched = performance.now(); }
  #tell(event) {
    this.stir();
    this.dispatchEvent(new Event(event));
  }

  // A scene from its beginning; solvers that are compared stay.
  open(scene, values = {}) {
    const others = this.run?.others.map((lane) => lane.name) ?? [];
    const start = { scene, values, recipe: this.recipe ?? undefined, substeps: this.substeps };
    if (this.#show(start)) this.#compare(others);
  }
  restart() {
    const { scene, values, base } = this.run.start, others = this.run.others.map((lane) => lane.name);
    if (!base) return this.open(scene, values);
    if (this.#show(this.run.start)) this.#compare(others);
  }
  // What a file holds (run/file.js). It plays again, and is checked on the way.
  async openRecorded({ kind, start, log, last, hashes, others }) {
    if (!this.#show(start, { log, last, hashes })) throw new Error($('message').textContent);
    this.setPaused(kind === 'snapshot');
    this.end = kind === 'recording' ? last : null;
    if (hashes[this.run.step] && hashes[this.run.step] !== hashOf(this.run.world))
      throw new Error('The state that was loaded is not the one that was saved.');
    await this.#compare(others);
  }
  // What a link says (run/link.js): goes there, and compares.
  async openLink({ start, log, others, step, hash, camera }) {
    if (!this.#show(start, { log, last: step })) return;
    if (camera) this.view.setCamera(camera);
    if (step === 0 && log.length === 0) return void (await this.#compare(others));
    this.setPaused(true);
    const { run } = this;
    if (!(await run.goTo(step, progress))) return;
    this.moved();
    if (hash && hash !== hashOf(run.world)) complain(`not the state that was shared: it had ${hash}`);
    else if (hash) tell(`step ${step}, the same bits as where the link was made`);
    await this.#compare(others);
  }
  async #compare(names) { for (const name of names) await this.lanesPanel.add(name); }

  #show(start, recorded = {}) {
    let run;
    try {
      run = new Run(this.scenes, { ...start, values: start.values ?? {} }, recorded);
    } catch (error) {
      complain(error.message);
      return false;
    }
    clearMessage();
    const old = this.run, sameScene = old?.start.scene === start.scene;
    this.hands.release();
    this.run = run;
    this.view.open(run);
    if (!sameScene) this.view.resetCamera();
    this.meter.begin(run);
    old?.dispose();
    this.owed = 0;
    this.end = null;
    history.replaceState(null, '', `#${shortLink(run.start)}`);
    this.#tell('open');
    return true;
  }
  moved() {
    this.statePanel.showHash();
    this.transport.show();
    this.#tell('moved');
  }
  lanesChanged() {
    this.#tell('lanes');
    this.view.followLanes();
  }

  setPaused(paused) {
    this.paused = paused;
    this.#tell('pause');
  }
  // A panel open or closed, or the other way round.
  setPanel(id, open = $(id).classList.contains('closed')) {
    $(id).classList.toggle('closed', !open);
    if (open && isNarrow()) $(id === 'scenes' ? 'tools' : 'scenes').classList.add('closed');
    this.frame();
  }
  // The picture keeps clear of the panels.
  frame() {
    const width = (id) => ($(id).classList.contains('closed') || isNarrow() ? 0 : $(id).offsetWidth + 12);
    const bottom = innerHeight - $('bar').getBoundingClientRect().top;
    this.view.setMargins({ left: width('scenes'), right: width('tools'), top: 60, bottom });
  }

  // One step, with what is held and what is measured.
  step() {
    this.hands.pull();
    const { run, plots } = this;
    let measured;
    run.advance((step) => {
      if (plots.isShown) measured = this.meter.around(run, step);
      else step();
    });
    plots.addStep(run.world);
    if (measured) plots.addMeasures(measured);
    this.#watch(run);
  }
  // Says once what is odd about a run.
  #watch(run) {
    const warning = run.lanes.find((lane) => lane.warning)?.warning;
    const differs = run.firstDifference !== null;
    if (run.isTold || (!warning && !differs)) return;
    run.isTold = true;
    complain(warning ?? `came out differently from step ${run.firstDifference} on: recorded by another version?`);
  }
  tick(now) {
    const isQuiet = this.paused && now - this.touched > LINGER;
    if (isQuiet && now - this.before < IDLE) return;
    const seconds = Math.min((now - this.before) / 1000, LONGEST_FRAME), { run } = this, { dt } = run.scene.view;
    this.before = now;
    if (!this.paused && !run.isBusy) {
      this.owed = Math.min(this.owed + seconds * this.speed, MOST_STEPS * dt);
      for (; this.owed >= dt && !this.paused; this.owed -= dt) {
        this.step();
        if (run.step === this.end) this.setPaused(true); // a recording is over
      }
    }
    this.draw(seconds);
    if (++this.frames % 6 === 0) this.#showNumbers(seconds);
  }
  draw(seconds = 0) {
    this.view.update();
    this.ropes.update();
    this.debug.update();
    this.hands.draw();
    this.view.draw(seconds);
  }
  #showNumbers(seconds) {
    const { world } = this.run, fps = Math.round(1 / Math.max(seconds, 1e-3));
    const count = world.bodyCount() + world.particleCount();
    const parts = [
      `${count} bodies`, `${world.awakeCount()} awake`, `${world.contactCount()} contacts`,
      `${world.profile().milliseconds.toFixed(2)} ms`, `${fps} fps`,
    ];
    $('numbers').textContent = parts.join(' · ');
    this.transport.show();
    this.plots.draw();
  }
}
