// What is drawn besides bodies, and by what bodies are coloured.
import { DRAWINGS } from '../picture/debug_draw.js';
import { $, make, options } from './dom.js';

const PAINT = { group: 'group', sleep: 'sleeping (grey)', island: 'island' };

export class DrawPanel {
  constructor(testbed) {
    this.testbed = testbed;
    const { debug } = testbed;
    for (const [name, { what }] of Object.entries(DRAWINGS)) {
      const box = make('input', { type: 'checkbox', name });
      box.onchange = () => { debug.on[name] = box.checked; };
      $('draw').append(make('label', { title: what }, box, name));
    }
    $('paint').append(...options(Object.values(PAINT)));
    $('paint').onchange = () => this.#paint();
    testbed.addEventListener('open', () => this.#paint());
  }
  #paint() {
    const { view, inspector } = this.testbed, meshes = view.main;
    meshes.paintBy = Object.keys(PAINT)[$('paint').selectedIndex];
    meshes.islandsOf = (bodies) => inspector.islands(view.run.scene, bodies);
    meshes.repaint();
  }
}
