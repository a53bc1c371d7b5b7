// One scene with one solver. A run has one, and more of them beside it when solvers are compared.
import { perform } from './actions.js';

export class Lane {
  // start: { scene, values, substeps, recipe, base }; a recipe of the lane's own goes before that of the start.
  constructor(scenes, start, { name = '', colour = null, recipe = null } = {}) {
    const solver = recipe ?? start.recipe;
    this.name = name;
    this.colour = colour;
    this.isMain = !recipe;
    this.extras = []; // what the user has added: { body, kind, size }. Replaced, never changed
    this.loads = 0; // how often the state was replaced
    this.warning = ''; // about the last step
    const settings = { substeps: start.substeps ?? 4, ...(solver ? { solver } : {}) };
    this.scene = scenes.create(start.scene, start.values ?? {}, settings);
    if (!start.base) return;
    try {
      this.load(start.base);
      if (recipe) this.world.setSolver(recipe);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }
  get world() { return this.scene.world; }
  get step() { return this.scene.steps; }

  // The solver is what lanes differ in.
  perform(action) {
    if (action.kind === 'solver' && !this.isMain) return;
    const made = perform(this.world, action);
    if (made) this.extras = [...this.extras, made];
  }
  // A step may be made and still be complained about: the exact solver does so where there are too many rows.
  advance() {
    const before = this.step;
    this.warning = '';
    try {
      this.scene.step();
    } catch (error) {
      if (this.step === before) throw error;
      this.warning = error.message;
    }
  }

  save() { return { bytes: this.scene.save(), extras: this.extras }; }
  load({ bytes, extras }) {
    this.scene.load(bytes);
    this.extras = extras;
    ++this.loads;
  }
  dispose() { this.scene.dispose(); }
}
