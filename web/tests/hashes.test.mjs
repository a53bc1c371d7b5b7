// The same bits as native, in node and in Chromium, on one thread and on two: scenes run 600 steps here and by the
// program `cairn`, and end in the same state.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from '../package/dist/index.js';
import { Scenes } from '../testbed/src/scenes.js';
import { browserPath, hex, ISOLATED, nativeHash, openBrowser, program, root, serveFolder, unless } from './support.mjs';

const steps = +(process.env.CAIRN_STEPS ?? 600);
const names = ['box_tower300', 'card_house', 'arch', 'rubble', 'height_field', 'vehicle', 'bridge', 'newtons_cradle', 'bullet_wall', 'rope_bridge', 'conveyor', 'wrecking_ball'];
const folderOf = (threads) => `build/web${threads > 1 ? '-threads' : ''}/cairn_scenes.wasm`;

for (const threads of [1, 2])
  test(`${names.length} scenes in node, ${threads} threads`, { skip: unless(root + folderOf(threads), program) }, async () => {
    const module = new URL(`../../${folderOf(threads)}`, import.meta.url), engine = await load({ threads, module, threadsModule: module });
    assert.equal(engine.threads, threads);
    const scenes = new Scenes(engine), ours = {}, native = {};
    for (const name of names) {
      const scene = scenes.create(name);
      for (let i = 0; i < steps; ++i) scene.step();
      ours[name] = hex(scene.world.hash());
      native[name] = nativeHash(name, steps);
      scene.dispose();
    }
    engine.terminate();
    assert.deepEqual(ours, native);
  });

let server, browser;
before(async () => {
  if (unless(browserPath)) return;
  server = await serveFolder(root, ISOLATED);
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});

for (const threads of [1, 2])
  test(`${names.length} scenes in Chromium, ${threads} threads`, { skip: unless(root + folderOf(threads), program, browserPath) }, async () => {
    const page = await browser.open(`${server.address}/blank.html`);
    const ours = await page.evaluate(async ({ threads, file, names, steps }) => {
      const { load } = await import('/web/package/dist/index.js'), { Scenes } = await import('/web/testbed/src/scenes.js');
      const engine = await load({ threads, module: `/${file}`, threadsModule: `/${file}` }), scenes = new Scenes(engine), out = {};
      if (engine.threads !== threads) throw new Error(engine.threadsProblem);
      for (const name of names) {
        const scene = scenes.create(name);
        for (let i = 0; i < steps; ++i) scene.step();
        out[name] = scene.world.hash().toString(16).padStart(16, '0');
        scene.dispose();
        await new Promise((resolve) => setTimeout(resolve));
      }
      engine.terminate();
      return out;
    }, { threads, file: folderOf(threads), names, steps });
    assert.deepEqual(ours, Object.fromEntries(names.map((name) => [name, nativeHash(name, steps)])));
    assert.deepEqual(browser.problems, []);
    await page.close();
  });
