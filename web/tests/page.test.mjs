// The testbed in headless Chromium: every scene runs and draws, hands and buttons do what they say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { serve } from '../serve.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const built = existsSync(new URL('../../build/web/cairn_scenes.wasm', import.meta.url)) && existsSync(executablePath);
const options = { skip: built ? false : 'the module or the browser is missing' };
const program = process.env.CAIRN_PROGRAM ?? new URL('../../build/release/apps/cairn/cairn', import.meta.url).pathname;
let server, browser, page;
const problems = [];

async function open(size, path = '?plain') {
  const fresh = await browser.newPage({ viewport: size });
  fresh.on('pageerror', (error) => problems.push(error.message));
  fresh.on('console', (message) => message.type() === 'error' && !/404/.test(message.text()) && problems.push(message.text()));
  await fresh.goto(`http://localhost:${server.address().port}/${path}`);
  await fresh.waitForFunction(() => globalThis.testbed?.scene, null, { timeout: 60000 });
  return fresh;
}
const frames = async (n = 3) => {
  const from = await page.evaluate(() => testbed.frames);
  await page.waitForFunction((until) => testbed.frames >= until, from + n, { timeout: 60000 });
};
// How many colours the middle of the picture has: one means that nothing was drawn.
const colours = () => page.evaluate(() => {
  testbed.view.draw();
  const gl = testbed.view.renderer.getContext(), [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight], data = new Uint8Array(4 * w * h), seen = new Set();
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, data);
  for (let i = 0; i < data.length; i += 4 * 7) seen.add((data[i] >> 3) * 1024 + (data[i + 1] >> 3) * 32 + (data[i + 2] >> 3));
  return seen.size;
});

before(async () => {
  if (!built) return;
  server = await serve(0);
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
  page = await open({ width: 480, height: 320 });
});
after(async () => {
  await browser?.close();
  server?.close();
});

test('every scene loads, steps 120 times and draws', options, async () => {
  const names = await page.evaluate(() => testbed.scenes.list.map((s) => s.name));
  for (const name of names) {
    const state = await page.evaluate((scene) => {
      testbed.setPaused(true);
      testbed.open(scene);
      for (let i = 0; i < 120; ++i) testbed.scene.step();
      testbed.view.update();
      return { name: testbed.scene.info.name, bodies: testbed.scene.world.bodyCount(), valid: testbed.scene.world.validate() };
    }, name);
    assert.equal(state.name, name);
    assert.ok(state.valid && state.bodies > 0, name);
    assert.ok((await colours()) > 8, `${name} draws nothing`);
  }
  assert.deepEqual(problems, []);
});

test('pause, step, restart', options, async () => {
  await page.evaluate(() => { testbed.open('arch'); testbed.setPaused(true); });
  const steps = () => page.evaluate(() => testbed.scene.steps);
  const at = await steps();
  await frames();
  assert.equal(await steps(), at);
  await page.click('#step');
  assert.equal(await steps(), at + 1);
  await page.click('#pause');
  await page.waitForFunction((n) => testbed.scene.steps > n + 2, at, { timeout: 30000 });
  await page.evaluate(() => testbed.setPaused(true));
  await page.click('#restart');
  assert.equal(await steps(), 0);
});

test('a grabbed body follows the pointer', options, async () => {
  const moved = await page.evaluate(() => {
    testbed.open('wrecking_ball');
    testbed.setPaused(true);
    const { hands, view } = testbed;
    for (let k = 0; k < 5; ++k) testbed.step();
    view.draw();
    for (let y = 0.9; y > -0.9; y -= 0.02) for (let x = -0.9; x < 0.9; x += 0.02) {
      hands.pointer = { x, y };
      hands.grab();
      if (hands.grip) {
        const body = hands.grip.body, before = view.world.pose(body).p;
        hands.pointer = { x, y: y + 0.3 };
        for (let k = 0; k < 40; ++k) testbed.step();
        const p = view.world.pose(body).p;
        hands.release();
        return Math.hypot(p.x - before.x, p.y - before.y, p.z - before.z);
      }
    }
    return -1;
  });
  assert.ok(moved > 0.3, `it moved ${moved} m`);
});

test('shots, boxes and explosions', options, async () => {
  const [bodies, speed] = await page.evaluate(() => {
    testbed.open('arch');
    testbed.setPaused(true);
    const before = testbed.scene.world.bodyCount();
    testbed.hands.pointer = { x: 0, y: -0.2 };
    testbed.hands.shoot();
    testbed.hands.drop();
    testbed.hands.explode();
    for (let k = 0; k < 20; ++k) testbed.step();
    testbed.view.update();
    return [testbed.scene.world.bodyCount() - before, testbed.scene.world.measures().maxSpeed];
  });
  assert.equal(bodies, 2);
  assert.ok(speed > 1);
});

test('going back in time restores the same state; so do saved ones', options, async () => {
  const [same, saved] = await page.evaluate(() => {
    testbed.open('card_house');
    testbed.setPaused(true);
    const hashes = [testbed.scene.world.hash()];
    for (let i = 0; i < 60; ++i) { testbed.step(); if (testbed.scene.steps % 6 === 0) hashes.push(testbed.scene.world.hash()); }
    const back = [];
    for (const i of [3, 7, 0, 9]) { testbed.scrub(i); back.push(testbed.scene.world.hash() === hashes[i]); }
    document.getElementById('save').click();
    const kept = testbed.scene.world.hash();
    for (let i = 0; i < 10; ++i) testbed.step();
    document.getElementById('load').click();
    return [back, kept === testbed.scene.world.hash()];
  });
  assert.deepEqual(same, [true, true, true, true]);
  assert.ok(saved);
});

test('the solver picker, its recipe, and a ghost with another solver', options, async () => {
  const [name, iterations, apart] = await page.evaluate(() => {
    testbed.open('box_tower300');
    testbed.setPaused(true);
    const choose = (id, value) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event('change')); };
    choose('solver', 'sequentialImpulse');
    const schedule = testbed.scene.world.solver().bias;
    const input = document.querySelector('#recipe input[name="iterations"]');
    input.value = 3;
    input.dispatchEvent(new Event('change'));
    const iterations = testbed.scene.world.solver().iterations;
    choose('other', 'softStep');
    for (let i = 0; i < 60; ++i) testbed.step();
    testbed.view.update();
    const apart = testbed.scene.world.hash() !== testbed.other.world.hash() && testbed.view.ghost.items.length > 0;
    choose('other', '');
    choose('solver', 'softStep');
    return [schedule, iterations, apart];
  });
  assert.notEqual(name, 'soft');
  assert.equal(iterations, 3);
  assert.ok(apart);
});

test('the same bits in the browser as natively', { skip: options.skip || !existsSync(program) }, async () => {
  for (const name of ['card_house', 'newtons_cradle', 'vehicle']) {
    const hash = await page.evaluate((scene) => {
      testbed.open(scene);
      testbed.setPaused(true);
      while (testbed.scene.steps < 600) testbed.scene.step();
      return testbed.scene.world.hash().toString(16).padStart(16, '0');
    }, name);
    const native = execFileSync(program, ['run', name, '--steps', '600', '--threads', '1'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    assert.equal(hash, native.match(/^hash +(\w+)/m)[1], name);
  }
});

test('plots, debug drawing, parameters', options, async () => {
  const [rows, lines, boxes] = await page.evaluate(async () => {
    testbed.open('pyramid', { base: 8 });
    testbed.setPaused(true);
    for (const name in testbed.debug.on) testbed.debug.on[name] = true;
    for (let i = 0; i < 30; ++i) testbed.step();
    testbed.debug.update();
    const lines = testbed.debug.lines.geometry.getAttribute('position').count;
    for (const name in testbed.debug.on) testbed.debug.on[name] = false;
    return [testbed.stages.rows.length, lines, testbed.scene.world.bodyCount()];
  });
  assert.equal(rows, 30);
  assert.ok(lines > 100);
  assert.equal(boxes, 37);
});

test('a phone, and two threads', options, async () => {
  const phone = await open({ width: 390, height: 780 }, '?plain&threads=2#scene=arch');
  const state = await phone.evaluate(() => ({ closed: document.getElementById('scenes').classList.contains('closed'), wide: document.documentElement.scrollWidth, threads: testbed.engine.threads, isolated: crossOriginIsolated }));
  assert.ok(state.closed && state.wide <= 390);
  assert.ok(state.isolated);
  if (existsSync(new URL('../../build/web-threads/cairn_scenes.wasm', import.meta.url))) assert.equal(state.threads, 2);
  await phone.close();
  assert.deepEqual(problems, []);
});
