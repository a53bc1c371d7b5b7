// Starts the page.
//
// Address: ?plain (small and without shadows, for tests), ?threads=N; # and what run/link.js says.
import { load } from 'cairn-physics';
import { $, isNarrow } from './page/dom.js';
import { DrawPanel } from './page/draw_panel.js';
import { Keys } from './page/keys.js';
import { LanesPanel } from './page/lanes_panel.js';
import { complain } from './page/message.js';
import { PlotPanel } from './page/plot_panel.js';
import { SceneList } from './page/scene_list.js';
import { ScenePanel } from './page/scene_panel.js';
import { SolverPanel } from './page/solver_panel.js';
import { StatePanel } from './page/state_panel.js';
import { Theme } from './page/theme.js';
import { Toolbar } from './page/toolbar.js';
import { Transport } from './page/transport.js';
import { readLink } from './run/link.js';
import { Testbed } from './testbed.js';

const FIRST = 'arch';

async function loadEngine(query) {
  const threads = Math.max(1, Math.min(Math.trunc(+(query.get('threads') ?? 1)) || 1, 16));
  const engine = await load({
    threads, module: '/wasm/cairn_scenes.wasm', threadsModule: '/wasm-threads/cairn_scenes.wasm',
  });
  if (engine.threadsProblem) complain(engine.threadsProblem);
  return engine;
}

function buildPage(testbed) {
  testbed.sceneList = new SceneList(testbed);
  testbed.scenePanel = new ScenePanel(testbed);
  testbed.solverPanel = new SolverPanel(testbed);
  testbed.lanesPanel = new LanesPanel(testbed);
  testbed.drawPanel = new DrawPanel(testbed);
  testbed.plots = new PlotPanel(testbed);
  testbed.statePanel = new StatePanel(testbed);
  testbed.transport = new Transport(testbed);
  testbed.toolbar = new Toolbar(testbed);
  testbed.keys = new Keys(testbed);
  testbed.theme = new Theme(testbed.view);
  $('menu').onclick = () => testbed.setPanel('scenes');
  $('side').onclick = () => testbed.setPanel('tools');
  for (const id of ['scenes', 'tools']) $(id).classList.toggle('closed', isNarrow());
  testbed.frame();
  addEventListener('resize', () => testbed.frame());
}

async function openAddress(testbed) {
  const text = location.hash.slice(1);
  if (!text) return testbed.open(FIRST);
  try {
    await testbed.openLink(await readLink(text, { scenes: testbed.scenes, solvers: testbed.engine.solvers }));
  } catch (error) {
    complain(error.message);
  }
  if (!testbed.run) testbed.open(FIRST);
}

async function start() {
  const query = new URLSearchParams(location.search);
  const testbed = new Testbed(await loadEngine(query), $('view'), { plain: query.has('plain') });
  buildPage(testbed);
  globalThis.testbed = testbed; // for tests and for the console
  const loop = (now) => {
    try {
      if (testbed.run) testbed.tick(now);
    } catch (error) {
      complain(error.message);
      console.error(error);
      testbed.setPaused(true);
    }
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
  await openAddress(testbed);
  addEventListener('hashchange', () => openAddress(testbed));
}

start().catch((error) => {
  complain(error.message);
  throw error;
});
