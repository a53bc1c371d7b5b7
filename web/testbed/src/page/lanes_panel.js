// Solvers in one picture: the same run again with others, each in its colour.
import { LANES } from '../picture/colours.js';
import { nameOf } from '../run/recipes.js';
import { $, make, options } from './dom.js';
import { complain, progress } from './message.js';

const MOST = LANES.length - 1;

export class LanesPanel {
  constructor(testbed) {
    this.testbed = testbed;
    $('compare').append(make('option', { value: '' }, 'add a solver …'), ...options(Object.keys(testbed.engine.solvers)));
    $('compare').onchange = () => {
      const name = $('compare').value;
      $('compare').value = '';
      if (name) this.add(name);
    };
    for (const event of ['open', 'moved', 'lanes']) testbed.addEventListener(event, () => this.#show());
  }
  async add(name) {
    const { run, engine } = this.testbed;
    if (run.others.some((lane) => lane.name === name)) return;
    const colour = LANES.find((c, i) => i > 0 && !run.others.some((lane) => lane.colour === c));
    if (!colour) return complain(`${MOST} at most: more colours than that nobody can tell apart`);
    try {
      const lane = await run.addLane({ name, colour, recipe: engine.solvers[name] }, progress);
      if (lane && run === this.testbed.run) this.testbed.lanesChanged();
    } catch (error) {
      complain(error.message);
    }
  }
  remove(name) {
    const { run } = this.testbed, lane = run.others.find((other) => other.name === name);
    if (!lane) return;
    this.testbed.view.forget(lane);
    run.removeLane(lane);
    this.testbed.lanesChanged();
  }
  #show() {
    const { run, engine } = this.testbed;
    run.main.colour = LANES[0];
    run.main.name = nameOf(run.world.solver(), engine.solvers) || 'own recipe';
    const chip = (lane) => {
      const dot = make('i', { style: { background: lane.colour } });
      if (lane.isMain) return make('span', { className: 'chip' }, dot, lane.name);
      const button = make('button', { className: 'chip', title: `Remove ${lane.name}` }, dot, lane.name, ' ×');
      button.onclick = () => this.remove(lane.name);
      return button;
    };
    $('lanes').replaceChildren(...run.lanes.map(chip));
    $('legend').replaceChildren(...(run.others.length ? run.lanes.map(chip) : []));
  }
}
