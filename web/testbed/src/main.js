// The testbed: picks a scene, steps it in time with the clock, and wires the page to it.
//
// Address: ?plain (small and without shadows, for tests), ?threads=N; #scene=NAME&PARAMETER=VALUE.
import { load } from 'cairn-physics';
import { enums } from '/package/dist/api.js';
import { DebugDraw } from './debug_draw.js';
import { Hands, isTyping } from './interact.js';
import { LinePlot, StagePlot } from './plots.js';
import { Scenes } from './scenes.js';
import { View } from './view.js';

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search), plain = query.has('plain');
const ENUMS = { schedule: 'SolverSchedule', cells: 'SolverCells', writes: 'SolverWrites', bias: 'SolverBias' };
const HISTORY_BYTES = 96 << 20, HISTORY_EVERY = 6;

const app = { scene: null, values: {}, paused: false, speed: 1, history: [], historyBytes: 0, frames: 0 };
globalThis.testbed = app; // for tests and for the console

function complain(text) {
  $('message').textContent = text;
  $('message').style.display = text ? 'block' : 'none';
}

async function start() {
  const threads = Math.max(1, Math.min(+(query.get('threads') ?? 1), 16));
  app.engine = await load({ threads, module: '/wasm/cairn_scenes.wasm', threadsModule: '/wasm-threads/cairn_scenes.wasm' });
  if (app.engine.threadsProblem) complain(app.engine.threadsProblem);
  app.scenes = new Scenes(app.engine);
  app.view = new View($('view'), plain);
  app.hands = new Hands(app.view, $('view'));
  app.debug = new DebugDraw(app.view);
  app.stages = new StagePlot($('stages'), $('legend'));
  app.measures = new LinePlot($('measures'), $('measured'), [['energy', 'J'], ['contacts', ''], ['penetration', 'mm']]);
  buildList();
  buildTools();
  if (innerWidth < 760) for (const id of ['scenes', 'tools']) $(id).classList.add('closed');
  frameView();
  addEventListener('resize', frameView);
  const link = new URLSearchParams(location.hash.slice(1));
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const values = Object.fromEntries([...link].filter(([k]) => k !== 'scene').map(([k, v]) => [k, +v]));
  app.open(app.scenes.list.some((s) => s.name === link.get('scene')) ? link.get('scene') : 'arch', values);
  requestAnimationFrame(frame);
}

app.open = (name, values = {}) => {
  complain('');
  const old = app.scene;
  let scene;
  try {
    scene = app.scenes.create(name, values, { substeps: +$('substeps').value, ...(app.recipe ? { solver: app.recipe } : {}) });
  } catch (error) {
    return complain(error.message);
  }
  app.hands.release();
  const keepCamera = old?.info.name === name;
  const { position } = app.view.camera, eye = position.clone(), target = app.view.controls.target.clone();
  app.view.open(scene);
  app.view.main.showSleep = Boolean(app.showSleep);
  compareWith($('other').value);
  if (keepCamera) { position.copy(eye); app.view.controls.target.copy(target); }
  old?.dispose();
  Object.assign(app, { scene, values, history: [], historyBytes: 0, owed: 0 });
  app.stages.clear();
  app.measures.clear();
  remember();
  location.hash = new URLSearchParams({ scene: name, ...values });
  $('title').textContent = scene.info.what;
  $('what').textContent = scene.info.what;
  for (const button of document.querySelectorAll('#list button')) button.classList.toggle('current', button.dataset.name === name);
  if (!keepCamera) buildParameters();
  showRecipe();
};

// The same scene once more with another solver, drawn as a ghost.
function compareWith(solver) {
  app.view.compare(null);
  app.other?.dispose();
  app.other = null;
  if (!solver) return;
  app.other = app.scenes.create(app.scene.info.name, app.values, { substeps: +$('substeps').value, solver: app.engine.solvers[solver] });
  for (let i = 0; i < app.scene.steps; ++i) app.other.step();
  app.view.compare(app.other);
}
app.setSolver = (name) => {
  app.recipe = { ...app.engine.solvers[name] };
  app.scene.world.setSolver(app.recipe);
  showRecipe();
};
// Every number of the recipe, to be changed while it runs.
function showRecipe() {
  const recipe = app.scene.world.solver();
  $('recipe').innerHTML = Object.entries(recipe).map(([name, value]) => typeof value === 'boolean'
    ? `<label>${name}<input type="checkbox" name="${name}" ${value ? 'checked' : ''}></label>`
    : typeof value === 'string' ? `<label>${name}<select name="${name}">${(enums[ENUMS[name]] ?? [value]).map((v) => `<option ${v === value ? 'selected' : ''}>${v}</option>`).join('')}</select></label>`
    : `<label>${name}<input type="number" step="any" name="${name}" value="${+value.toPrecision(6)}"></label>`).join('');
  for (const input of $('recipe').querySelectorAll('input, select')) input.onchange = () => {
    const value = input.type === 'checkbox' ? input.checked : input.type === 'number' ? +input.value : input.value;
    try {
      app.scene.world.setSolver({ ...app.scene.world.solver(), [input.name]: value });
      app.recipe = app.scene.world.solver();
      complain('');
    } catch (error) {
      complain(error.message);
      showRecipe();
    }
  };
}

// States for scrubbing: one every few steps, the older half thinned out when they take too much room.
function remember() {
  const bytes = app.scene.world.snapshot();
  app.history.push({ step: app.scene.steps, bytes });
  app.historyBytes += bytes.length;
  if (app.historyBytes > HISTORY_BYTES) {
    app.history = app.history.filter((_, i) => i % 2 === 0);
    app.historyBytes = app.history.reduce((sum, h) => sum + h.bytes.length, 0);
  }
  $('scrub').max = app.history.length - 1;
  $('scrub').value = $('scrub').max;
}
app.scrub = (index) => {
  app.setPaused(true);
  const state = app.history[index];
  app.scene.world.restore(state.bytes);
  app.scrubbed = index;
  showHash();
};
function forgetFuture() {
  if (app.scrubbed === undefined) return;
  app.history.length = app.scrubbed + 1;
  app.historyBytes = app.history.reduce((sum, h) => sum + h.bytes.length, 0);
  app.scrubbed = undefined;
}

app.step = () => {
  forgetFuture();
  app.hands.pull();
  app.scene.step();
  app.other?.step();
  if (app.scene.steps % HISTORY_EVERY === 0) remember();
  app.stages.add(app.scene.world.profile());
  if (app.scene.steps % 4 === 0 && $('measures').checkVisibility?.() !== false) {
    const m = app.scene.world.measures();
    app.measures.add([m.kineticEnergy, app.scene.world.contactCount(), 1000 * m.maxPenetration]);
  }
};
app.setPaused = (paused) => {
  app.paused = paused;
  $('pause').textContent = paused ? '▶' : '❚❚';
};

let before = 0;
function frame(now) {
  const seconds = Math.min((now - before) / 1000, 0.1);
  before = now;
  try {
    app.hands.fly(seconds);
    if (!app.paused) {
      app.owed = Math.min((app.owed ?? 0) + seconds * app.speed, 3 * app.scene.view.dt);
      for (; app.owed >= app.scene.view.dt; app.owed -= app.scene.view.dt) app.step();
    }
    app.view.update();
    app.debug.update();
    app.view.draw();
    if (++app.frames % 6 === 0) showNumbers(seconds);
  } catch (error) {
    complain(error.message);
    console.error(error);
    app.setPaused(true);
  }
  requestAnimationFrame(frame);
}

function showNumbers(seconds) {
  const { world, steps } = app.scene;
  $('numbers').textContent = `${world.bodyCount()} bodies · ${world.awakeCount()} awake · ${world.contactCount()} contacts · ${world.profile().milliseconds.toFixed(2)} ms · ${Math.round(1 / Math.max(seconds, 1e-3))} fps · step ${steps}`;
  app.stages.draw();
  app.measures.draw();
}
function showHash() { $('hash').textContent = `state ${app.scene.world.hash().toString(16).padStart(16, '0')}`; }

function frameView() {
  const width = (id) => ($(id).classList.contains('closed') || innerWidth < 760 ? 0 : $(id).offsetWidth + 12);
  app.view.setMargins(width('scenes'), width('tools'));
}
function togglePanel(id) {
  $(id).classList.toggle('closed');
  frameView();
}

function buildList() {
  const families = new Map();
  for (const info of app.scenes.list) families.set(info.family, [...(families.get(info.family) ?? []), info]);
  $('list').innerHTML = [...families].map(([family, list]) => `<section><h2>${family}</h2>${list.map((s) => `<button data-name="${s.name}"><img src="./thumbnails/${s.name}.jpg" alt="" onerror="this.remove()"><span><b>${s.name.replaceAll('_', ' ')}</b><small>${s.what}</small></span></button>`).join('')}</section>`).join('');
  for (const button of document.querySelectorAll('#list button')) button.onclick = () => {
    app.open(button.dataset.name);
    if (innerWidth < 760) $('scenes').classList.add('closed');
  };
  $('search').oninput = () => {
    const words = $('search').value.toLowerCase();
    for (const section of document.querySelectorAll('#list section')) {
      for (const button of section.querySelectorAll('button')) button.hidden = !(button.textContent + button.dataset.name).toLowerCase().includes(words);
      section.hidden = ![...section.querySelectorAll('button')].some((b) => !b.hidden);
    }
  };
}
function buildParameters() {
  const { parameters } = app.scene.info;
  $('parameters').innerHTML = parameters.map((p) => `<label title="${p.what}">${p.name}<input type="number" name="${p.name}" value="${app.values[p.name] ?? p.value}" min="${p.lower}" max="${p.upper}" step="${p.whole ? 1 : 'any'}"></label>`).join('');
  for (const input of $('parameters').querySelectorAll('input')) input.onchange = () => app.open(app.scene.info.name, { ...app.values, [input.name]: +input.value });
}
function setTheme(name) {
  document.documentElement.classList.toggle('dark', name === 'dark');
  app.theme = name;
  app.view.setTheme(name);
}

function buildTools() {
  const solvers = Object.keys(app.engine.solvers), choices = solvers.map((s) => `<option>${s}</option>`).join('');
  $('solver').innerHTML = choices;
  $('solver').value = 'softStep';
  $('solver').onchange = () => app.setSolver($('solver').value);
  $('other').innerHTML = `<option value="">none</option>${choices}`;
  $('other').onchange = () => compareWith($('other').value);
  $('threads').innerHTML = [1, 2, 4, 8].map((n) => `<option ${n === app.engine.threads ? 'selected' : ''}>${n}</option>`).join('');
  $('threads').onchange = () => { query.set('threads', $('threads').value); location.search = query; };
  $('draw').innerHTML = [...Object.keys(app.debug.on), 'sleep'].map((name) => `<label><input type="checkbox" name="${name}">${name}</label>`).join('');
  for (const box of $('draw').querySelectorAll('input')) box.onchange = () => {
    if (box.name !== 'sleep') return void (app.debug.on[box.name] = box.checked);
    app.view.main.showSleep = app.showSleep = box.checked;
    app.view.main.repaint();
  };
  const slider = (id, act) => { $(id).oninput = () => { $(id).nextElementSibling.value = $(id).value; act(+$(id).value); }; };
  slider('substeps', (n) => app.scene.world.setSubsteps(n));
  slider('gravity', (y) => app.scene.world.setGravity({ x: 0, y, z: 0 }));
  const actions = {
    menu: () => togglePanel('scenes'), side: () => togglePanel('tools'), help: () => $('helpbox').showModal(),
    theme: () => setTheme(app.theme === 'dark' ? 'light' : 'dark'), pause: () => app.setPaused(!app.paused), restart: () => app.open(app.scene.info.name, app.values),
    step: () => { app.setPaused(true); app.step(); showHash(); }, camera: () => app.view.resetCamera(),
    save: saveState, load: loadState, share: () => navigator.clipboard?.writeText(location.href),
  };
  for (const [id, act] of Object.entries(actions)) $(id).onclick = act;
  $('scrub').oninput = () => app.scrub(+$('scrub').value);
  $('speed').onchange = () => { app.speed = +$('speed').value; };
  const keys = { p: 'pause', ' ': 'pause', o: 'step', r: 'restart', c: 'camera', m: 'menu', t: 'side', h: 'help', l: 'theme' };
  addEventListener('keydown', (e) => {
    if (isTyping(e) || e.ctrlKey || e.metaKey) return;
    const key = e.key.toLowerCase();
    if (keys[key]) { e.preventDefault(); actions[keys[key]](); }
    if (key === 'f') app.hands.shoot();
    if (key === 'b') app.hands.drop();
    if (key === 'x') app.hands.explode();
  });
}

// A state fits the program that wrote it, so it is kept in the page, not in a file.
function saveState() {
  app.saved = { name: app.scene.info.name, values: app.values, bytes: app.scene.world.snapshot() };
  showHash();
}
function loadState() {
  if (!app.saved || app.saved.name !== app.scene.info.name) return complain('save a state of this scene first');
  app.scene.world.restore(app.saved.bytes);
  showHash();
}

start().catch((error) => { complain(error.message); throw error; });
