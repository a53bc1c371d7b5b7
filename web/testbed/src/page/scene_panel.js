// What the scene is, and its parameters: a change opens it anew.
import { $, make } from './dom.js';

export class ScenePanel {
  constructor(testbed) {
    this.testbed = testbed;
    testbed.addEventListener('open', () => this.#show());
  }
  #show() {
    const { start, scene } = this.testbed.run, { info } = scene;
    document.title = `${info.name.replaceAll('_', ' ')} – Cairn testbed`;
    $('title').textContent = info.name.replaceAll('_', ' ');
    $('what').textContent = info.what;
    $('parameters').replaceChildren(...info.parameters.map((p) => this.#field(p, start.values[p.name] ?? p.value)));
  }
  #field({ name, what, lower, upper, whole }, value) {
    const input = make('input', { type: 'number', name, min: lower, max: upper, step: whole ? 1 : 'any' });
    input.value = value;
    input.onchange = () => {
      const { start } = this.testbed.run;
      this.testbed.open(start.scene, { ...start.values, [name]: +input.value });
    };
    return make('label', { title: `${what} (${lower} to ${upper})` }, name, input);
  }
}
