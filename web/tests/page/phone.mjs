// A phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBody, open, options, PHONE, place, problems, shareOf } from './support.mjs';

test('a phone: everything in reach, and fingers for hands', options, async () => {
  const phone = await open(PHONE, '?plain#scene=heavy_on_light', { hasTouch: true, isMobile: true });
  await phone.evaluate(() => { testbed.setPaused(true); testbed.draw(); });
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const unreachable = await phone.$$eval('header button, #bar button, #bar input, #bar select', (controls) => controls
    .filter((control) => {
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      return !inside || width < 30 || height < 16;
    })
    .map(({ id }) => id));
  assert.deepEqual(unreachable, []);
  assert.ok((await shareOf('bodies', phone)) > 0.003);
  // One panel at a time; a choice closes the list.
  const panels = (scenes, tools) => Promise.all([
    phone.waitForSelector('#scenes', { state: scenes ? 'visible' : 'hidden' }),
    phone.waitForSelector('#tools', { state: tools ? 'visible' : 'hidden' }),
  ]);
  await panels(false, false);
  await phone.tap('#side');
  await panels(false, true);
  await phone.tap('#menu');
  await panels(true, false);
  await phone.tap('#list button[data-name="heavy_on_light"]');
  await panels(false, false);

  const touch = (session, type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const session = await phone.context().newCDPSession(phone);
  await phone.evaluate(() => { for (let i = 0; i < 3; ++i) testbed.step(); });
  const { body, x, y } = await findBody(phone), from = await place(body, phone);
  await touch(session, 'touchStart', [{ x, y }]);
  await touch(session, 'touchMove', [{ x, y: y - 60 }]);
  assert.equal(await phone.evaluate(() => testbed.hands.grip?.body), body, 'a finger holds it');
  await phone.evaluate(() => { for (let i = 0; i < 25; ++i) testbed.step(); });
  await phone.waitForTimeout(300); // a finger that lifts while it moves flings, and the browser takes the next tap for the end of that
  await touch(session, 'touchEnd', []);
  assert.ok((await place(body, phone)).y - from.y > 0.2);
  assert.equal(await phone.evaluate(() => testbed.hands.grip), null);
  const choose = async (tool) => {
    await phone.tap(`#${tool}`);
    await phone.waitForFunction((name) => testbed.hands.tool === name, tool);
  };
  await choose('shoot');
  await phone.touchscreen.tap(195, 300);
  assert.equal(await phone.evaluate(() => testbed.run.main.extras.length), 1, 'a tap shoots');
  await phone.evaluate(() => { for (let i = 0; i < 30; ++i) testbed.step(); });
  await choose('grab');
  // One finger on the sky turns the view, two come nearer.
  const camera = () => phone.evaluate(() => testbed.view.getCamera());
  const frames = async () => {
    const n = await phone.evaluate(() => testbed.frames);
    await phone.waitForFunction((m) => testbed.frames > m + 2, n);
  };
  const distance = ({ eye, target }) => Math.hypot(...eye.map((v, i) => v - target[i]));
  const first = await camera();
  await touch(session, 'touchStart', [{ x: 100, y: 120 }]);
  await touch(session, 'touchMove', [{ x: 160, y: 120 }]);
  await touch(session, 'touchEnd', []);
  await frames();
  const turned = await camera();
  assert.ok(Math.hypot(...turned.eye.map((v, i) => v - first.eye[i])) > 0.3);
  await touch(session, 'touchStart', [{ x: 150, y: 130, id: 1 }, { x: 230, y: 130, id: 2 }]);
  await touch(session, 'touchMove', [{ x: 110, y: 130, id: 1 }, { x: 270, y: 130, id: 2 }]);
  await touch(session, 'touchEnd', []);
  await frames();
  assert.ok(distance(await camera()) < 0.9 * distance(turned), 'pinch');
  // A stick to fly with.
  await phone.tap('#fly');
  const box = await phone.locator('#stick').boundingBox();
  const before = await camera();
  await touch(session, 'touchStart', [{ x: box.x + 54, y: box.y + 54 }]);
  await touch(session, 'touchMove', [{ x: box.x + 54, y: box.y + 10 }]);
  const flewFrom = (eye) => Math.hypot(...testbed.view.getCamera().eye.map((v, i) => v - eye[i])) > 0.3;
  await phone.waitForFunction(flewFrom, before.eye);
  await touch(session, 'touchEnd', []);
  await phone.context().close();
  assert.deepEqual(problems, []);
});
