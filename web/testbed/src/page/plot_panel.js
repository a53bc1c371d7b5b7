// The plots of the page, and what feeds them.
import { $ } from './dom.js';
import { CurvePlot, StagePlot } from './plots.js';

const EXACT = '#e02475'; // the colour of the exact answer

export class PlotPanel {
  constructor(testbed) {
    this.testbed = testbed;
    this.stages = new StagePlot($('stages'), $('stagenames'));
    this.curves = {
      contacts: new CurvePlot($('contacts'), { name: 'contacts' }),
      energy: new CurvePlot($('energy'), { name: 'energy', unit: 'J', fromZero: false }),
      penetration: new CurvePlot($('penetration'), { name: 'deepest overlap', unit: 'mm' }),
      residual: new CurvePlot($('residual'), { name: 'residual', unit: 'm/s', logarithmic: true }),
      exact: new CurvePlot($('exact'), { name: 'off the exact answer', unit: 'm/s', logarithmic: true }),
    };
    testbed.addEventListener('open', () => this.clear());
  }
  clear() {
    for (const plot of [this.stages, ...Object.values(this.curves)]) plot.clear();
  }
  // Whether anybody can see them: measuring takes time.
  get isShown() { return $('plots').open && !$('tools').classList.contains('closed'); }

  addStep(world) { if ($('times').open) this.stages.add(world.profile()); }
  addMeasures({ note, gap, lanes }) {
    for (const name of ['contacts', 'energy', 'penetration', 'residual'])
      this.curves[name].add(lanes.map(({ lane, ...m }) => ({ key: lane, colour: lane.colour, value: m[name] })));
    const { exact } = this.curves;
    exact.note = note;
    if (gap !== null) exact.add([{ key: 'exact', colour: EXACT, value: gap }]);
  }
  draw() {
    if ($('times').open) this.stages.draw();
    if ($('plots').open) for (const plot of Object.values(this.curves)) plot.draw();
  }
}
