// Pictures of scenes in the testbed, by headless Chromium:
//
//     node screenshots.mjs [SCENE ...] [options]      every scene, if none is named
//     --thumbnails          the small ones that the list of scenes shows, into testbed/thumbnails
//     --out DIR             where to (build/screenshots)
//     --size 1280x800       a narrow one is a phone
//     --steps N             how far to run; as far as is worth watching, 240 at most
//     --draw contacts,tree  debug drawings
//     --paint island        what bodies are coloured by: group, sleep, island
//     --with jacobi,exact   solvers to compare with
//     --theme dark
//     --bare                without panels
//     --suffix NAME         of the files
//     --jpg                 smaller ones
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const text = { type: 'string' };
const { values: given, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    thumbnails: { type: 'boolean' }, bare: { type: 'boolean' }, out: text, size: text, steps: text, draw: text,
    paint: text, with: text, theme: text, suffix: text, jpg: { type: 'boolean' },
  },
});
const web = path.dirname(fileURLToPath(import.meta.url));
const { thumbnails } = given, bare = given.bare || thumbnails, jpg = given.jpg || thumbnails;
const out = given.out ?? path.join(web, thumbnails ? 'testbed/thumbnails' : '../build/screenshots');
const [width, height] = (given.size ?? (thumbnails ? '480x300' : '1280x800')).split('x').map(Number);
const format = jpg ? { type: 'jpeg', quality: 80 } : { type: 'png' };
// Where the best moment is not the one at 240 steps.
const MOMENTS = {
  wrecking_ball: 170, domino: 420, bullet_wall: 110, conveyor: 420, washer: 200, vehicle: 90, net: 90, ragdolls150: 110,
};

async function openPage(browser, address) {
  const colorScheme = given.theme ?? 'light';
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, hasTouch: width < 500 });
  page.on('pageerror', (error) => console.error('page:', error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/404/.test(message.text())) console.error('console:', message.text());
  });
  await page.goto(address);
  await page.waitForFunction(() => globalThis.testbed?.run, null, { timeout: 60000 });
  return page;
}

// Runs in the page.
async function show({ name, steps, draw, paint, solvers, bare }) {
  testbed.setPaused(true);
  testbed.open(name);
  for (const box of document.querySelectorAll('#draw input')) if (box.checked !== draw.includes(box.name)) box.click();
  const select = document.getElementById('paint');
  select.selectedIndex = Math.max(0, ['group', 'sleep', 'island'].indexOf(paint));
  select.dispatchEvent(new Event('change'));
  for (const solver of solvers) await testbed.lanesPanel.add(solver);
  for (let i = 0, count = steps || Math.min(testbed.run.scene.view.steps, 240); i < count; ++i) testbed.step();
  testbed.moved();
  if (bare) {
    for (const element of document.querySelectorAll('header, footer, .panel, #message')) element.style.display = 'none';
    testbed.view.setMargins({});
    testbed.view.resetCamera();
  }
  globalThis.shotAfter = testbed.frames + 8;
}

mkdirSync(out, { recursive: true });
const server = await serve(0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const page = await openPage(browser, `http://localhost:${server.address().port}/`);
const list = (option) => given[option]?.split(',') ?? [];
for (const name of named.length ? named : await page.evaluate(() => testbed.scenes.list.map((s) => s.name))) {
  const steps = +(given.steps ?? MOMENTS[name] ?? 0);
  await page.evaluate(show, { name, steps, draw: list('draw'), paint: given.paint, solvers: list('with'), bare });
  await page.waitForFunction(() => testbed.frames > shotAfter, null, { timeout: 120000 });
  const file = path.join(out, `${name}${given.suffix ? `-${given.suffix}` : ''}.${jpg ? 'jpg' : 'png'}`);
  await page.screenshot({ path: file, timeout: 120000, ...format });
  console.log(file);
}
await browser.close();
server.close();
