// The solver and its recipe, changed while it runs.
import { differences, nameOf } from '../run/recipes.js';
import { $, make, options } from './dom.js';
import { complain } from './message.js';
import { FIRST, MORE } from './recipe_fields.js';

const CUSTOM = 'own recipe';

export class SolverPanel {
  constructor(testbed) {
    this.testbed = testbed;
    this.solvers = testbed.engine.solvers;
    this.inputs = new Map(); // by the name of the field
    const names = Object.keys(this.solvers);
    $('solver').append(...options([...names, CUSTOM]));
    $('solver').lastChild.hidden = true;
    $('solver').onchange = () => this.choose($('solver').value);
    $('recipe').append(...FIRST.map((field) => this.#row(field)));
    $('more').append(...MORE.map((field) => this.#row(field)));
    const slider = (id, act) => {
      $(id).oninput = () => {
        $(id).nextElementSibling.value = $(id).value;
        act(+$(id).value);
      };
    };
    slider('substeps', (count) => this.#setSubsteps(count));
    slider('gravity', (y) => testbed.run.act({ kind: 'gravity', y }));
    this.#buildThreads();
    for (const event of ['open', 'moved']) testbed.addEventListener(event, () => this.show());
  }
  #buildThreads() {
    const { threads } = this.testbed.engine;
    const counts = [...new Set([1, 2, 4, 8, threads])].sort((a, b) => a - b).map(String);
    $('threads').append(...options(counts, String(threads)));
    $('threads').onchange = () => {
      const query = new URLSearchParams(location.search);
      query.set('threads', $('threads').value);
      location.search = query;
    };
  }
  #row(field) {
    let input;
    if (field.type === 'choice') input = make('select', {}, ...options(field.choices));
    else if (field.type === 'flag') input = make('input', { type: 'checkbox' });
    else input = make('input', { type: 'number', min: field.lower, max: field.upper, step: field.step });
    input.name = field.name;
    input.onchange = () => this.#set(field, input);
    this.inputs.set(field.name, input);
    return make('label', { title: field.what }, field.name, input);
  }
  #set({ name, type }, input) {
    const value = type === 'flag' ? input.checked : type === 'number' ? +input.value : input.value;
    this.#apply({ ...this.testbed.run.world.solver(), [name]: value });
  }
  #apply(recipe) {
    try {
      this.testbed.run.act({ kind: 'solver', recipe: differences(recipe, this.solvers.softStep) });
      this.testbed.recipe = this.testbed.run.world.solver(); // for the next scene as well
    } catch (error) {
      complain(error.message);
    }
    this.show();
  }
  choose(name) { this.#apply(this.solvers[name]); }
  // Some recipes say how many substeps there are; others leave it to the world.
  #setSubsteps(count) {
    const recipe = this.testbed.run.world.solver();
    if (recipe.substeps > 0) return this.#apply({ ...recipe, substeps: count });
    this.testbed.run.act({ kind: 'substeps', count });
    this.testbed.substeps = count;
  }

  show() {
    const { world } = this.testbed.run, recipe = world.solver();
    const name = nameOf(recipe, this.solvers);
    $('solver').value = name || CUSTOM;
    for (const [field, input] of this.inputs) {
      if (input.type === 'checkbox') input.checked = recipe[field];
      else input.value = typeof recipe[field] === 'number' ? +recipe[field].toPrecision(5) : recipe[field];
    }
    const set = (id, value) => { $(id).value = $(id).nextElementSibling.value = value; };
    set('substeps', recipe.substeps || world.substeps());
    set('gravity', +world.gravity().y.toFixed(2));
  }
}
