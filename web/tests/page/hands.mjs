// Hands, camera and keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, findBody, open, options, page, place, problems, speed, start, steps } from './support.mjs';

test('the mouse grabs a body and throws it', options, async () => {
  await start('heavy_on_light', 5);
  const { body, x, y } = await findBody();
  const from = await place(body), log = await page.evaluate(() => testbed.run.log.length);
  await page.mouse.move(x, y);
  await page.mouse.down();
  assert.equal(await page.evaluate(() => testbed.hands.grip?.body), body);
  const pull = async (dx, dy, count) => {
    await page.mouse.move(x + dx, y + dy);
    await page.evaluate((n) => { for (let i = 0; i < n; ++i) testbed.step(); }, count);
  };
  await pull(10, -40, 20);
  const held = await place(body);
  assert.ok(apart(held, from) > 0.2, `held, it moved ${apart(held, from)} m`);
  assert.ok(held.y > from.y, 'up');
  await pull(60, -70, 8);
  await page.mouse.up();
  assert.equal(await page.evaluate(() => testbed.hands.grip), null);
  assert.ok((await speed(body)) > 1, `thrown at ${await speed(body)} m/s`);
  await page.evaluate(() => { for (let i = 0; i < 10; ++i) testbed.step(); });
  assert.ok(apart(await place(body), held) > 0.2, 'it flies on');
  assert.ok((await page.evaluate(() => testbed.run.log.length)) >= log + 28, 'and it is in the log');
});

test('balls, boxes and explosions, by keys and by tools', options, async () => {
  await start('wrecking_ball', 2);
  const bodies = () => page.evaluate(() => testbed.run.world.bodyCount());
  const count = await bodies(), { x, y } = await findBody();
  await page.mouse.move(x, y);
  await page.keyboard.press('f');
  await page.keyboard.press('b');
  assert.equal(await bodies(), count + 2);
  await page.click('#shoot');
  await page.mouse.click(x, y);
  await page.keyboard.press('3');
  await page.mouse.click(x, y);
  assert.equal(await bodies(), count + 4);
  const drawn = await page.evaluate(() => {
    testbed.draw();
    return ['sphere', 'box'].map((mesh) => testbed.view.main.batches.get(mesh).mesh.count);
  });
  assert.deepEqual(drawn, [2, 2]);
  await start('card_house', 60);
  const before = await page.evaluate(() => testbed.run.world.measures().maxSpeed), at = await findBody();
  await page.click('#explode');
  await page.mouse.click(at.x, at.y);
  await page.evaluate(() => testbed.step());
  const fast = await page.evaluate(() => testbed.run.world.measures().maxSpeed);
  assert.ok(before < 0.5 && fast > 3, `${before} m/s before, ${fast} after`);
  await page.keyboard.press('1');
  assert.deepEqual(problems, []);
});

test('camera: turn, come nearer, fly, reset', options, async () => {
  await start('arch');
  const camera = () => page.evaluate(() => testbed.view.getCamera());
  const frames = async () => {
    const from = await page.evaluate(() => testbed.frames);
    await page.waitForFunction((n) => testbed.frames > n + 2, from);
  };
  const first = await camera(), distance = (a, b) => Math.hypot(...a.map((v, i) => v - b[i]));
  const [x, y] = [400, 90]; // sky
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 20, { steps: 4 });
  await page.mouse.up();
  await frames();
  const turned = await camera();
  assert.ok(distance(turned.eye, first.eye) > 0.5);
  assert.ok(Math.abs(distance(turned.eye, turned.target) - distance(first.eye, first.target)) < 0.01, 'about the target');
  await page.mouse.wheel(0, -400);
  await frames();
  const near = await camera();
  assert.ok(distance(near.eye, near.target) < 0.95 * distance(turned.eye, turned.target));
  await page.focus('#view');
  await page.keyboard.down('w');
  await page.waitForFunction((eye) => Math.hypot(...testbed.view.getCamera().eye.map((v, i) => v - eye[i])) > 0.3, near.eye);
  await page.keyboard.up('w');
  assert.equal(await page.getAttribute('#fly', 'aria-pressed'), 'true');
  const direction = () => page.evaluate(() => testbed.view.camera.quaternion.toArray());
  const before = await direction();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y, { steps: 4 });
  await page.mouse.up();
  assert.ok(distance(before, await direction()) > 0.05, 'looks around');
  await page.keyboard.press('v');
  assert.equal(await page.getAttribute('#fly', 'aria-pressed'), 'false');
  await page.keyboard.press('c');
  assert.ok(distance((await camera()).eye, first.eye) < 1e-3);
});

test('keys, help, dark and light', options, async () => {
  await start('arch');
  await page.focus('#view');
  await page.keyboard.press('o');
  assert.equal(await steps(), 1);
  await page.keyboard.press(' ');
  assert.equal(await page.evaluate(() => testbed.paused), false);
  await page.keyboard.press('p');
  assert.equal(await page.evaluate(() => testbed.paused), true);
  await page.keyboard.press('r');
  assert.equal(await steps(), 0);
  await page.keyboard.press('h');
  assert.ok(await page.isVisible('#helpbox'));
  const rows = await page.$$eval('#keys dt', (list) => list.length);
  assert.ok(rows >= 15, `${rows} rows of help`);
  await page.keyboard.press('Escape');
  assert.ok(!(await page.isVisible('#helpbox')));
  await page.focus('#search');
  await page.keyboard.type('roo');
  assert.equal(await steps(), 0, 'typing is not for the page');
  await page.fill('#search', '');
  const sky = () => page.evaluate(() => { testbed.draw(); return testbed.view.scene.background.getHSL({}).l; });
  const light = await sky();
  await page.click('#theme');
  assert.ok(light > 0.7 && (await sky()) < 0.2);
  assert.ok(await page.evaluate(() => document.documentElement.classList.contains('dark')));
  await page.click('#theme');
  assert.ok((await sky()) > 0.7);
  await page.focus('#view');
  for (const [key, id] of [['m', 'scenes'], ['t', 'tools']]) {
    await page.keyboard.press(key);
    assert.ok(await page.evaluate((p) => document.getElementById(p).classList.contains('closed'), id));
    await page.keyboard.press(key);
  }
  const dark = await open({ width: 320, height: 240 }, '?plain', { colorScheme: 'dark' });
  assert.equal(await dark.evaluate(() => testbed.theme.name), 'dark', 'as the system says');
  await dark.context().close();
});
