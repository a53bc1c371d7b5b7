// The package as npm ships it: packed, installed into an empty project, used in node, compiled strictly, and run in
// Chromium in a page that Vite built. The page is the example of the README.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { browserPath, ISOLATED, openBrowser, serveFolder, unless } from './support.mjs';

const web = new URL('..', import.meta.url).pathname, project = mkdtempSync(path.join(tmpdir(), 'cairn-user-'));
const readme = readFileSync(path.join(web, 'package/README.md'), 'utf8');
const run = (command, args) => execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const put = (name, text) => writeFileSync(path.join(project, name), text);
const vite = (...args) => run(process.execPath, [path.join(web, 'node_modules/vite/bin/vite.js'), 'build', '--target', 'esnext', '--logLevel', 'warn', ...args]);

before(() => {
  run('npm', ['pack', path.join(web, 'package'), '--silent']);
  const archive = readdirSync(project).find((f) => f.endsWith('.tgz'));
  put('package.json', '{ "type": "module", "private": true }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`]);
  for (const name of ['three', '@types']) symlinkSync(path.join(web, 'node_modules', name), path.join(project, 'node_modules', name));
});

test('it brings what it needs and no more', () => {
  const files = readdirSync(path.join(project, 'node_modules/cairn-physics'), { recursive: true }).length;
  assert.ok(files > 10 && files < 25, `${files} files`);
  const { engines, dependencies = {} } = JSON.parse(readFileSync(path.join(project, 'node_modules/cairn-physics/package.json'), 'utf8'));
  assert.deepEqual(dependencies, {});
  assert.equal(engines.node, '>=18');
});

test('runs in node', () => {
  for (const [name, options, threads] of [['cairn-physics', '{}', 1], ['cairn-physics/compat', '{}', 1], ['cairn-physics', '{ threads: 2 }', 2], ['cairn-physics/compat', '{ threads: 2 }', 1]]) {
    put('use.js', `import { load } from '${name}';
      const cairn = await load(${options}), world = cairn.createWorld(), ball = world.createBody({ type: 'dynamic' });
      world.createShape(ball, { kind: 'sphere' });
      for (let i = 0; i < 60; ++i) world.step(1 / 60);
      console.log(world.pose(ball).p.y.toFixed(0), cairn.threads, cairn.threadsProblem !== '');`);
    const more = options.includes('2');
    assert.equal(run(process.execPath, ['use.js']).trim(), `-5 ${threads} ${more && threads === 1}`, `${name} ${options}`);
  }
});

test('its types pass the strict compiler, however modules are found', () => {
  const script = readme.match(/<script type="module">\n([^]*?)<\/script>/)[1];
  put('example.mts', `${script.replace(/boxes = \[\]/, 'boxes: import("cairn-physics").BodyId[] = []')}\nimport { load as compat } from 'cairn-physics/compat';\nconst engine: import("cairn-physics").Cairn = await compat();\nengine.createWorld().dispose();\n`);
  for (const how of [['--module', 'nodenext'], ['--module', 'esnext', '--moduleResolution', 'bundler']]) {
    const { stdout, status } = spawnSync(process.execPath, [path.join(web, 'node_modules/typescript/bin/tsc'), '--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom', ...how, 'example.mts'], { cwd: project, encoding: 'utf8' });
    assert.equal(stdout, '');
    assert.equal(status, 0);
  }
});

let browser;
const skip = unless(browserPath);
before(async () => { if (!skip) browser = await openBrowser(); });
after(() => browser?.close());

// Which part of the picture has the colour of the boxes, and where its middle is (0 at the top).
const orange = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => {
  const from = document.querySelector('canvas'), to = document.createElement('canvas'), [w, h] = [(to.width = from.width), (to.height = from.height)];
  const context = to.getContext('2d');
  context.drawImage(from, 0, 0);
  const { data } = context.getImageData(0, 0, w, h);
  let count = 0, sum = 0;
  for (let i = 0; i < w * h; ++i) {
    const [r, g, b] = data.subarray(4 * i, 4 * i + 3);
    if (r > 90 && r > 1.3 * g && g > b) { ++count; sum += Math.floor(i / w) / h; }
  }
  resolve({ share: count / (w * h), middle: sum / count });
})));

test('the example of the README: Vite builds it, Chromium draws it, and the boxes fall', { skip }, async () => {
  const example = readme.match(/```html\n([^]*?)```/)[1];
  assert.ok(example.trim().split('\n').length <= 32, 'thirty lines in a script tag');
  put('index.html', `<!doctype html><body>\n${example}`);
  vite();
  assert.ok(readdirSync(path.join(project, 'dist/assets')).some((f) => f.endsWith('.wasm')), 'the module is taken along');
  const server = await serveFolder(path.join(project, 'dist'));
  const page = await browser.open(server.address);
  await page.waitForSelector('canvas');
  const pictures = [];
  for (let i = 0; i < 240 && !(pictures.length && pictures[0].share > 0 && pictures.at(-1).share > 2 * pictures[0].share); ++i) {
    pictures.push(await orange(page));
    await page.waitForTimeout(100);
  }
  const [first, last] = [pictures.find((p) => p.share > 0), pictures.at(-1)];
  assert.ok(first && last.share > 0.02, `orange: ${JSON.stringify(pictures.slice(-3))}`);
  assert.ok(last.share > first.share, 'the heap grows');
  if (process.env.CAIRN_PICTURE) await page.screenshot({ path: process.env.CAIRN_PICTURE });
  assert.deepEqual(browser.problems, []);
  await page.close();
  server.close();
});

test('threads in a page that Vite built: with the headers, and cleanly without', { skip }, async () => {
  put('index.html', `<!doctype html><body><script type="module">
    import { load } from 'cairn-physics';
    import { load as compat } from 'cairn-physics/compat';
    const results = [];
    for (const make of [load, compat]) {
      const cairn = await make({ threads: 2 }), world = cairn.createWorld(), ball = world.createBody({ type: 'dynamic' });
      world.createShape(ball, { kind: 'sphere' });
      for (let i = 0; i < 60; ++i) world.step(1 / 60);
      results.push({ threads: cairn.threads, problem: cairn.threadsProblem, y: Math.round(world.pose(ball).p.y) });
    }
    document.body.dataset.results = JSON.stringify(results);
    </script>`);
  vite();
  for (const [headers, threads] of [[ISOLATED, 2], [{}, 1]]) {
    const server = await serveFolder(path.join(project, 'dist'), headers), page = await browser.open(server.address);
    await page.waitForFunction(() => document.body.dataset.results, null, { timeout: 30000 });
    const [plain, single] = JSON.parse(await page.evaluate(() => document.body.dataset.results));
    assert.deepEqual([plain.threads, plain.y, single.threads, single.y], [threads, -5, 1, -5], plain.problem);
    if (threads === 1) assert.match(plain.problem, /Cross-Origin-Opener-Policy: same-origin/);
    else assert.equal(plain.problem, '');
    await page.close();
    server.close();
  }
  assert.deepEqual(browser.problems, []);
});

test('sizes: under 650 KB, and as the README says', () => {
  for (const [name, limit] of [['cairn.wasm', 650], ['cairn-threads.wasm', 650], ['compat.js', 900]]) {
    const size = gzipSync(readFileSync(path.join(web, 'package/dist', name)), { level: 9 }).length / 1000;
    assert.ok(size < limit, `${name}: ${size} KB gzipped`);
    const stated = +readme.match(new RegExp(`\`${name}\` \\| (\\d+) KB`))[1];
    assert.ok(Math.abs(stated - size) < 0.1 * size, `${name} has ${size.toFixed(0)} KB gzipped, the README says ${stated}`);
  }
});
