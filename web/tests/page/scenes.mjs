// Scenes: all of them run and draw; the list, parameters, the clock, the same bits as elsewhere.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import {
  choose, open, options, page, problems, program, shareOf, start, steps, WIDE, withProgram, withThreads,
} from './support.mjs';

test('every scene loads, runs 120 frames and draws', options, async () => {
  await page.setViewportSize({ width: 300, height: 220 }); // and no other page: the processor draws, and takes its time
  const names = await page.evaluate(() => testbed.scenes.list.map((s) => s.name));
  assert.ok(names.length >= 20, `${names.length} scenes`);
  const full = process.env.CAIRN_WEB_FULL === '1';
  for (const name of names) {
    const state = await page.evaluate(([scene, often]) => {
      testbed.setPaused(true);
      testbed.open(scene);
      const { run } = testbed, count = run.world.bodyCount();
      const every = !often || count > 400 ? 60 : count > 100 ? 10 : 1;
      for (let i = 1; i <= 120; ++i) {
        testbed.step();
        if (i < 120 && i % every === 0) testbed.draw(); // after the last step it is drawn below
      }
      return { name: run.start.scene, step: run.step, bodies: run.world.bodyCount(), valid: run.world.validate() };
    }, [name, full]);
    assert.equal(state.name, name);
    assert.equal(state.step, 120);
    assert.ok(state.valid && state.bodies > 0, name);
    const share = await shareOf('bodies');
    assert.ok(share > 0.001, `${name}: bodies are ${(100 * share).toFixed(2)} % of the picture`);
  }
  await page.setViewportSize(WIDE);
  assert.deepEqual(problems, []);
});

test('the list of scenes: a picture for each, and a search', options, async () => {
  const pictures = await page.evaluate(() => Promise.all(testbed.scenes.list.map(async ({ name }) => {
    const bytes = await (await fetch(`./thumbnails/${name}.jpg`)).blob();
    return { name, width: (await createImageBitmap(bytes).catch(() => ({ width: 0 }))).width };
  })));
  assert.deepEqual(pictures.filter((p) => p.width < 200), []);
  const shown = () => page.$$eval('#list button:not([hidden])', (list) => list.map((b) => b.dataset.name));
  await page.fill('#search', 'wall box');
  const found = await shown();
  assert.ok(found.includes('pyramid') && found.length < pictures.length, found.join());
  await page.fill('#search', 'no such thing');
  assert.equal((await shown()).length, 0);
  assert.ok(await page.isVisible('#nothing'));
  await page.fill('#search', '');
  await page.click('#list button[data-name="card_house"]');
  assert.equal(await page.evaluate(() => testbed.run.start.scene), 'card_house');
  assert.match(await page.title(), /card house/);
});

test('parameters', options, async () => {
  await start('pyramid');
  await page.fill('#parameters input[name="base"]', '8');
  await page.dispatchEvent('#parameters input[name="base"]', 'change');
  assert.equal(await page.evaluate(() => testbed.run.world.bodyCount()), 37);
  await page.fill('#parameters input[name="base"]', '-3');
  await page.dispatchEvent('#parameters input[name="base"]', 'change');
  assert.match(await page.textContent('#message'), /base/, 'a value out of range is refused by name');
  assert.equal(await page.evaluate(() => testbed.run.world.bodyCount()), 37);
});

test('pause, step, step back, restart, slow motion', options, async () => {
  await start('arch');
  await page.evaluate(() => testbed.setPaused(true));
  const frames = await page.evaluate(() => testbed.frames);
  await page.waitForFunction((n) => testbed.frames > n + 5, frames);
  assert.equal(await steps(), 0, 'paused');
  await page.click('#step');
  await page.click('#step');
  assert.equal(await steps(), 2);
  await page.click('#back');
  await page.waitForFunction(() => testbed.run.step === 1);
  await page.click('#pause');
  await page.waitForFunction(() => testbed.run.step > 6, null, { timeout: 30000 });
  await page.click('#pause');
  assert.ok(await page.evaluate(() => testbed.paused));
  await page.click('#restart');
  assert.equal(await steps(), 0);
  // Steps in a second of the page's clock, at full speed and at a tenth.
  const inASecond = (rate) => page.evaluate((value) => {
    const select = document.getElementById('speed');
    select.value = value;
    select.dispatchEvent(new Event('change'));
    testbed.open('newtons_cradle');
    testbed.setPaused(false);
    let now = performance.now() + 1e6;
    testbed.before = now;
    for (let i = 0; i < 50; ++i) testbed.tick((now += 20));
    testbed.before = 0;
    testbed.setPaused(true);
    return testbed.run.step;
  }, rate);
  const dt = await page.evaluate(() => testbed.run.scene.view.dt);
  assert.ok(Math.abs((await inASecond('1')) - 1 / dt) <= 1);
  assert.ok(Math.abs((await inASecond('0.1')) - 0.1 / dt) <= 1);
  await choose('speed', '1');
});

test('the same bits in the browser as natively', withProgram, async () => {
  for (const name of ['card_house', 'newtons_cradle', 'vehicle']) {
    const found = await page.evaluate((scene) => {
      testbed.open(scene);
      testbed.setPaused(true);
      while (testbed.run.step < 600) testbed.run.advance();
      return testbed.run.world.hash().toString(16).padStart(16, '0');
    }, name);
    const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    const native = execFileSync(program, ['run', name, '--steps', '600', '--threads', '1'], quiet);
    assert.equal(found, native.match(/^hash +(\w+)/m)[1], name);
  }
});

test('threads', withThreads, async () => {
  const run = async (count) => {
    const threaded = await open({ width: 320, height: 240 }, `?plain&threads=${count}#scene=wrecking_ball`);
    const state = await threaded.evaluate(() => {
      testbed.setPaused(true);
      testbed.restart();
      for (let i = 0; i < 60; ++i) testbed.step();
      return { threads: testbed.engine.threads, isolated: crossOriginIsolated, hash: String(testbed.run.world.hash()) };
    });
    await threaded.context().close();
    return state;
  };
  const one = await run(1), two = await run(2);
  assert.ok(one.isolated);
  assert.deepEqual([one.threads, two.threads], [1, 2]);
  assert.equal(one.hash, two.hash);
  assert.deepEqual(problems, []);
});
