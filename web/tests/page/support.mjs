// The browser and the page that the tests of this folder share, and what they ask of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { serve } from '../../serve.mjs';
import { browserPath, program, root, unless } from '../support.mjs';

const module = `${root}build/web/cairn_scenes.wasm`, threadsModule = `${root}build/web-threads/cairn_scenes.wasm`;
export { program };
export const options = { skip: unless(module, browserPath) };
export const withThreads = { skip: unless(module, browserPath, threadsModule) };
export const withProgram = { skip: unless(module, browserPath, program) };

export const WIDE = { width: 800, height: 500 }, PHONE = { width: 390, height: 780 };
export const files = mkdtempSync(path.join(tmpdir(), 'cairn-page-'));
export const problems = []; // what any page has complained about
export let page; // the one that is open all the time, paused
let server, browser, address;

// Another page, of its own.
export async function open(viewport, place = '?plain', more = {}) {
  const context = await browser.newContext({ viewport, acceptDownloads: true, ...more });
  const fresh = await context.newPage();
  fresh.on('pageerror', (error) => problems.push(error.message));
  fresh.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await fresh.goto(address + place);
  await fresh.waitForFunction(() => globalThis.testbed?.run, null, { timeout: 60000 });
  return fresh;
}
// Runs in the page: a scene, paused, after some steps.
export const start = (name, steps = 0, values = {}) => page.evaluate(([scene, count, given]) => {
  testbed.setPaused(true);
  testbed.open(scene, given);
  for (let i = 0; i < count; ++i) testbed.step();
  testbed.draw();
}, [name, steps, values]);
export const hash = (on = page) => on.evaluate(() => testbed.run.world.hash().toString(16).padStart(16, '0'));
export const steps = (on = page) => on.evaluate(() => testbed.run.step);
export const choose = (id, value) => page.selectOption(`#${id}`, value);

// Runs in the page: the share of the picture that looks different when something is hidden.
export async function shareOf(what, on = page) {
  return on.evaluate((name) => {
    const { view, debug } = testbed;
    const things = {
      bodies: () => [view.main.root],
      ghosts: () => testbed.run.others.map((lane) => view.meshes.get(lane).root),
      overlay: () => [debug.overlay.lines, debug.overlay.dots],
    }[name]();
    const gl = view.renderer.getContext(), size = 4 * gl.drawingBufferWidth * gl.drawingBufferHeight;
    const picture = () => {
      view.renderer.render(view.scene, view.camera);
      const pixels = new Uint8Array(size);
      gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      return pixels;
    };
    testbed.draw();
    const shown = picture(), was = things.map((thing) => thing.visible);
    for (const thing of things) thing.visible = false;
    const hidden = picture();
    things.forEach((thing, i) => { thing.visible = was[i]; });
    const change = (i) => Math.abs(shown[i] - hidden[i]);
    let different = 0;
    for (let i = 0; i < size; i += 4) different += change(i) + change(i + 1) + change(i + 2) > 24;
    return different / (size / 4);
  }, what);
}
// Where on the page a dynamic body is that nothing hides: { body, x, y }.
export const findBody = (on = page) => on.evaluate(() => {
  const { view, run } = testbed, canvas = view.canvas.getBoundingClientRect();
  testbed.draw();
  for (const body of view.main.bodies) {
    if (run.world.type(body) !== 'dynamic') continue;
    const centre = run.world.massCenter(body), point = view.camera.position.clone().copy(centre).project(view.camera);
    const x = canvas.left + ((point.x + 1) / 2) * canvas.width, y = canvas.top + ((1 - point.y) / 2) * canvas.height;
    if (document.elementFromPoint(x, y) !== view.canvas) continue;
    const { origin, direction } = view.ray(point.x, point.y);
    const plain = (v) => ({ x: v.x, y: v.y, z: v.z });
    const hit = run.world.castRay({ origin: plain(origin), translation: plain(direction.multiplyScalar(500)) });
    if (hit.body === body) return { body, x, y };
  }
  return null;
});
export const place = (body, on = page) => on.evaluate((id) => testbed.run.world.massCenter(id), body);
export const speed = (body) => page.evaluate((id) => {
  const { x, y, z } = testbed.run.world.linearVelocity(id);
  return Math.hypot(x, y, z);
}, body);
export const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

before(async () => {
  if (options.skip) return;
  server = await serve(0);
  address = `http://localhost:${server.address().port}/`;
  const args = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  browser = await chromium.launch({ executablePath: browserPath, args });
  page = await open(WIDE);
  await page.evaluate(() => testbed.setPaused(true));
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(files, { recursive: true });
});
