// node screenshots.mjs [SCENE...] [--size 1280x800] [--steps N] [--out DIR] [--thumbnails]: pictures of scenes in the testbed, by
// headless Chromium. --thumbnails writes the small ones that the list of scenes shows.
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const argv = process.argv.slice(2), option = (name, otherwise) => (argv.includes(`--${name}`) ? argv[argv.indexOf(`--${name}`) + 1] : otherwise);
const thumbnails = argv.includes('--thumbnails'), out = option('out', thumbnails ? 'testbed/thumbnails' : '../build/screenshots');
const [width, height] = option('size', thumbnails ? '480x300' : '1280x800').split('x').map(Number);
const wanted = argv.filter((a, i) => !a.startsWith('--') && !['--size', '--steps', '--out', '--draw', '--theme'].includes(argv[i - 1]));
mkdirSync(out, { recursive: true });

const server = await serve(0), address = `http://localhost:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
const page = await browser.newPage({ viewport: { width, height }, colorScheme: option('theme', 'light') });
page.on('pageerror', (error) => console.error('page:', error.message));
page.on('console', (message) => message.type() === 'error' && console.error('console:', message.text()));
await page.goto(address);
await page.waitForFunction(() => globalThis.testbed?.scene, null, { timeout: 60000 });
const names = wanted.length ? wanted : await page.evaluate(() => testbed.scenes.list.map((s) => s.name));
for (const name of names) {
  await page.evaluate(([name, steps, draw, bare]) => {
    testbed.setPaused(true);
    testbed.open(name);
    for (const box of document.querySelectorAll('#draw input')) if (box.checked !== draw.includes(box.name)) box.click();
    const count = steps || Math.min(testbed.scene.view.steps, 240);
    for (let i = 0; i < count; ++i) testbed.step();
    if (bare) for (const e of document.querySelectorAll('header, footer, .panel')) e.style.display = 'none';
    testbed.shot = testbed.frames;
  }, [name, +option('steps', 0), option('draw', '').split(','), thumbnails]);
  await page.waitForFunction(() => testbed.frames > testbed.shot + 8, null, { timeout: 120000 });
  await page.screenshot({ path: `${out}/${name}.${thumbnails ? 'jpg' : 'png'}`, ...(thumbnails ? { quality: 78, type: 'jpeg' } : {}), timeout: 120000 });
  console.log(`${out}/${name}`);
}
await browser.close();
server.close();
