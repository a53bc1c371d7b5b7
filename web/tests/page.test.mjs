// The testbed in headless Chromium: every scene runs and draws, hands and buttons do what they say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { serve } from '../serve.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const built = existsSync(new URL('../../build/web/cairn_scenes.wasm', import.meta.url)) && existsSync(executablePath);
const options = { skip: built ? false : 'the module or the browser is missing' };
const program = process.env.CAIRN_PROGRAM ?? new URL('../../build/release/apps/cairn/cairn', import.meta.url).pathname;

const WIDE = { width: 800, height: 500 }, PHONE = { width: 390, height: 780 };
const files = mkdtempSync(path.join(tmpdir(), 'cairn-page-'));
const problems = []; // what any page has complained about
let server, browser, page, address;

async function open(viewport, place = '?plain', more = {}) {
  const context = await browser.newContext({ viewport, acceptDownloads: true, ...more });
  const fresh = await context.newPage();
  fresh.on('pageerror', (error) => problems.push(error.message));
  fresh.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await fresh.goto(address + place);
  await fresh.waitForFunction(() => globalThis.testbed?.run, null, { timeout: 60000 });
  return fresh;
}
// Runs in the page: a scene, paused, after some steps.
const start = (name, steps = 0, values = {}) => page.evaluate(([scene, count, given]) => {
  testbed.setPaused(true);
  testbed.open(scene, given);
  for (let i = 0; i < count; ++i) testbed.step();
  testbed.draw();
}, [name, steps, values]);
const hash = (on = page) => on.evaluate(() => testbed.run.world.hash().toString(16).padStart(16, '0'));
const steps = (on = page) => on.evaluate(() => testbed.run.step);
const choose = (id, value) => page.selectOption(`#${id}`, value);

// Runs in the page: the share of the picture that looks different when something is hidden.
async function shareOf(what, on = page) {
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
    let different = 0;
    for (let i = 0; i < size; i += 4)
      different += Math.abs(shown[i] - hidden[i]) + Math.abs(shown[i + 1] - hidden[i + 1]) + Math.abs(shown[i + 2] - hidden[i + 2]) > 24;
    return different / (size / 4);
  }, what);
}
// Where on the page a dynamic body is that nothing hides: { body, x, y }.
const findBody = (on = page) => on.evaluate(() => {
  const { view, run } = testbed, canvas = view.canvas.getBoundingClientRect();
  testbed.draw();
  for (const body of view.main.bodies) {
    if (run.world.type(body) !== 'dynamic') continue;
    const { x: wx, y: wy, z: wz } = run.world.massCenter(body), point = view.camera.position.clone().set(wx, wy, wz).project(view.camera);
    const x = canvas.left + ((point.x + 1) / 2) * canvas.width, y = canvas.top + ((1 - point.y) / 2) * canvas.height;
    if (document.elementFromPoint(x, y) !== view.canvas) continue;
    const { origin, direction } = view.ray(point.x, point.y);
    const far = { x: 500 * direction.x, y: 500 * direction.y, z: 500 * direction.z };
    if (run.world.castRay({ origin: { x: origin.x, y: origin.y, z: origin.z }, translation: far }).body === body) return { body, x, y };
  }
  return null;
});
const place = (body, on = page) => on.evaluate((id) => testbed.run.world.massCenter(id), body);
const speed = (body) => page.evaluate((id) => Object.values(testbed.run.world.linearVelocity(id)), body).then((v) => Math.hypot(...v));
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

before(async () => {
  if (!built) return;
  server = await serve(0);
  address = `http://localhost:${server.address().port}/`;
  const args = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  browser = await chromium.launch({ executablePath, args });
  page = await open(WIDE);
  await page.evaluate(() => testbed.setPaused(true));
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(files, { recursive: true });
});

test('every scene loads, runs 120 frames and draws', options, async () => {
  const small = await open({ width: 300, height: 220 });
  const names = await small.evaluate(() => testbed.scenes.list.map((s) => s.name));
  assert.ok(names.length >= 20, `${names.length} scenes`);
  for (const name of names) {
    const state = await small.evaluate((scene) => {
      testbed.setPaused(true);
      testbed.open(scene);
      const { run } = testbed, every = run.world.bodyCount() > 400 ? 20 : 1; // the processor draws
      for (let i = 1; i <= 120; ++i) {
        testbed.step();
        if (i % every === 0) testbed.draw();
      }
      return { name: run.start.scene, step: run.step, bodies: run.world.bodyCount(), valid: run.world.validate() };
    }, name);
    assert.equal(state.name, name);
    assert.equal(state.step, 120);
    assert.ok(state.valid && state.bodies > 0, name);
    const share = await shareOf('bodies', small);
    assert.ok(share > 0.001, `${name}: bodies are ${(100 * share).toFixed(2)} % of the picture`);
  }
  await small.context().close();
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

test('the solver picker and the recipe, changed live', options, async () => {
  await start('box_tower300', 10);
  const solver = () => page.evaluate(() => testbed.run.world.solver());
  const names = await page.$$eval('#solver option', (list) => list.map((o) => o.textContent));
  assert.ok(['softStep', 'sequentialImpulse', 'jacobi', 'massSplitting', 'xpbdRigid', 'exact'].every((n) => names.includes(n)));
  assert.equal((await solver()).bias, 'soft');
  await choose('solver', 'sequentialImpulse');
  assert.equal((await solver()).bias, 'baumgarte');
  assert.equal(await steps(), 10, 'the run goes on');
  await page.evaluate(() => { for (const box of document.querySelectorAll('details')) box.open = true; });
  const set = async (name, value) => {
    const field = `#tools [name="${name}"]`;
    if (await page.$eval(field, (e) => e.tagName === 'SELECT')) return page.selectOption(field, value);
    await page.fill(field, value);
    await page.dispatchEvent(field, 'change');
  };
  for (const [name, value] of [['iterations', '3'], ['warmStart', '0.5'], ['massGain', '0.4'], ['eta', '0.25']]) {
    await set(name, value);
    assert.equal((await solver())[name], Math.fround(+value), name);
  }
  for (const [name, value] of [['schedule', 'cells'], ['bias', 'splitImpulse']]) {
    await set(name, value);
    assert.equal((await solver())[name], value, name);
  }
  assert.equal(await page.$eval('#solver', (e) => e.value), 'own recipe');
  await page.fill('#substeps', '7');
  assert.equal((await solver()).substeps, 7, 'this recipe has its own');
  await page.fill('#gravity', '-3');
  assert.ok(Math.abs((await page.evaluate(() => testbed.run.world.gravity().y)) + 3) < 1e-6);
  await set('iterations', '-4');
  assert.match(await page.textContent('#message'), /iterations/, 'what the engine refuses is said');
  assert.equal((await solver()).iterations, 3);
  await page.evaluate(() => { for (let i = 0; i < 5; ++i) testbed.step(); });
  // Every solver of the catalogue runs; those that say that a scene is too large run as well.
  await start('pyramid', 0, { base: 5 });
  for (const name of names.slice(0, -1)) {
    await choose('solver', name);
    const went = await page.evaluate(() => { const from = testbed.run.step; testbed.step(); testbed.step(); return testbed.run.step - from; });
    assert.equal(went, 2, name);
  }
  await start('pyramid', 0, { base: 12 });
  await choose('solver', 'exact');
  await page.evaluate(() => { testbed.step(); testbed.step(); });
  assert.match(await page.textContent('#message'), /512 rows/);
  assert.equal(await steps(), 2);
  await choose('solver', 'softStep');
});

test('three solvers in one picture', options, async () => {
  await start('heavy_on_light', 20);
  for (const name of ['jacobi', 'exact']) {
    await choose('compare', name);
    await page.waitForFunction((n) => testbed.run.others.some((lane) => lane.name === n), name);
  }
  const state = await page.evaluate(() => {
    for (let i = 0; i < 40; ++i) testbed.step();
    testbed.draw();
    const { lanes } = testbed.run;
    return {
      hashes: new Set(lanes.map((lane) => lane.world.hash())).size,
      steps: lanes.map((lane) => lane.step),
      colours: new Set(lanes.map((lane) => lane.colour)).size,
      drawn: lanes.map((lane) => { // the colour of a body that moves
        const batch = [...testbed.view.meshes.get(lane).batches.values()].find((b) => b.items.some((i) => i.type === 'dynamic'));
        const at = 3 * batch.items.findIndex((i) => i.type === 'dynamic');
        return [...batch.mesh.instanceColor.array.slice(at, at + 3)].join();
      }),
    };
  });
  assert.equal(state.hashes, 3);
  assert.deepEqual(state.steps, [60, 60, 60], 'those that came later have caught up');
  assert.equal(state.colours, 3);
  assert.equal(new Set(state.drawn).size, 3);
  assert.ok((await shareOf('ghosts')) > 0.003);
  assert.equal((await page.$$('#legend .chip')).length, 3);
  // What is done by hand is done to all.
  const made = await page.evaluate(() => {
    testbed.hands.pointer = { x: 0, y: 0 };
    testbed.hands.shoot();
    return testbed.run.lanes.map((lane) => lane.extras.length);
  });
  assert.deepEqual(made, [1, 1, 1]);
  const before = await page.evaluate(() => testbed.run.lanes.map((lane) => lane.world.hash()).join());
  await page.evaluate(async () => {
    for (let i = 0; i < 20; ++i) testbed.step();
    await testbed.transport.goTo(60);
  });
  assert.equal(await page.evaluate(() => testbed.run.lanes.map((lane) => lane.world.hash()).join()), before, 'all go back');
  for (let left = 2; left > 0; --left) {
    await page.click('#lanes button.chip');
    assert.equal(await page.evaluate(() => testbed.run.others.length), left - 1);
  }
  assert.equal((await page.$$('#legend .chip')).length, 0);
  assert.deepEqual(problems, []);
});

test('plots advance, and know the exact answer', options, async () => {
  await start('arch');
  const counts = () => page.evaluate(() => {
    const { stages, curves } = testbed.plots;
    return [stages.rows.length, ...Object.values(curves).map((plot) => plot.count)];
  });
  const ink = () => page.evaluate(() => {
    for (const box of document.querySelectorAll('#tools > details')) box.open = true;
    testbed.plots.draw();
    return ['stages', 'contacts', 'energy', 'penetration', 'residual', 'exact'].map((id) => document.getElementById(id).toDataURL());
  });
  assert.deepEqual(await counts(), [0, 0, 0, 0, 0, 0]);
  const blank = await ink();
  await page.evaluate(() => { for (let i = 0; i < 12; ++i) testbed.step(); });
  const some = await counts(), drawn = await ink();
  assert.equal(some[0], 12);
  assert.ok(some.slice(1, 5).every((n) => n === 3), some.join());
  assert.ok(some[5] >= 1, 'the exact answer takes its time, but one there is');
  drawn.forEach((picture, i) => assert.notEqual(picture, blank[i], `plot ${i}`));
  await page.evaluate(() => { for (let i = 0; i < 12; ++i) testbed.step(); });
  assert.equal((await counts())[1], 6);
  const gap = (solver) => page.evaluate((name) => {
    testbed.open('arch');
    testbed.solverPanel.choose(name);
    testbed.meter.exact.notBefore = 0;
    testbed.step();
    return testbed.plots.curves.exact.curves.get('exact').values.at(-1);
  }, solver);
  assert.equal(await gap('exact'), 0);
  const off = await gap('sequentialImpulse');
  assert.ok(off > 1e-3 && off < 10, `${off} m/s`);
  await choose('solver', 'softStep');
  await start('box_tower300', 4);
  assert.match(await page.evaluate(() => testbed.plots.curves.exact.note), /rows/, 'too large');
});

test('debug drawing', options, async () => {
  // Lines and dots of each, in a scene that has such things.
  const draw = (name) => page.evaluate((drawing) => {
    const box = document.querySelector(`#draw input[name="${drawing}"]`);
    box.click();
    testbed.draw();
    return { lines: testbed.debug.overlay.lineCount, dots: testbed.debug.overlay.dotCount };
  }, name);
  await start('bridge', 90);
  const points = await page.evaluate(() => testbed.run.world.counts().points), joints = await page.evaluate(() => testbed.run.world.jointCount());
  const bodies = await page.evaluate(() => testbed.view.main.bodies.filter((b) => testbed.run.world.mass(b) > 0).length);
  const shapes = await page.evaluate(() => testbed.inspector.boxes(testbed.run.scene, 0).ints.filter((_, i) => i % 8 === 7).reduce((a, b) => a + b));
  const expected = {
    contacts: ({ lines, dots }) => dots === points && lines === points,
    impulses: ({ lines, dots }) => lines >= 3 && lines % 3 === 0 && dots === 0,
    colours: ({ lines }) => lines >= joints,
    cells: ({ lines }) => lines >= joints,
    tree: ({ lines }) => lines === 12 * (2 * shapes - 1),
    joints: ({ lines }) => lines >= 7 * joints,
    centres: ({ dots }) => dots === bodies,
  };
  assert.ok(points > 0 && joints > 0 && shapes > 0);
  for (const [name, fits] of Object.entries(expected)) {
    const drawn = await draw(name);
    assert.ok(fits(drawn), `${name}: ${JSON.stringify(drawn)}`);
    assert.ok((await shareOf('overlay')) > 0.0005, `${name} can be seen`);
    await draw(name); // off again
  }
  assert.deepEqual(await page.evaluate(() => [testbed.debug.overlay.lineCount, testbed.debug.overlay.dotCount]), [0, 0]);
  // Limits: a ragdoll has cones and arcs, in the colour of limits.
  await start('ragdolls150', 1, { layers: 1 });
  await draw('joints');
  const limits = await page.evaluate(() => {
    const { array, length } = testbed.debug.overlay.lineColours, gold = new Set();
    for (let i = 0; i < length; i += 3) gold.add([array[i], array[i + 1], array[i + 2]].map((c) => c.toFixed(2)).join());
    return gold.size;
  });
  assert.ok(limits >= 5, 'three axes, arms and limits');
  await draw('joints');
  // Cells are a matter of the schedule.
  await start('pyramid', 5, { base: 12 });
  const blocks = (schedule) => page.evaluate((name) => {
    testbed.run.act({ kind: 'solver', recipe: { schedule: name, cellLinks: 16 } });
    testbed.step();
    const { ints, count } = testbed.inspector.constraints(testbed.run.scene);
    const distinct = (word) => new Set(Array.from({ length: count }, (_, i) => ints[8 * i + word])).size;
    return { count, batches: distinct(6), blocks: distinct(7) };
  }, schedule);
  const coloured = await blocks('colours'), celled = await blocks('cells');
  assert.equal(coloured.blocks, coloured.count);
  assert.ok(coloured.batches > 2 && celled.batches <= 4 && celled.blocks < celled.count / 4, JSON.stringify([coloured, celled]));
  // Islands and sleep are colours of the bodies themselves.
  const colours = () => page.evaluate(() => {
    testbed.draw();
    const seen = new Set();
    for (const { items, mesh } of testbed.view.main.batches.values())
      items.forEach((item, i) => item.type === 'dynamic' && seen.add([...mesh.instanceColor.array.slice(3 * i, 3 * i + 3)].join()));
    return seen.size;
  });
  await start('box_tower300', 20);
  await choose('paint', 'island');
  assert.equal(await colours(), 10, 'ten towers');
  await start('heavy_on_light', 200);
  await choose('paint', 'sleeping (grey)');
  assert.equal(await page.evaluate(() => testbed.run.world.awakeCount()), 0);
  assert.equal(await colours(), 1, 'all grey');
  await choose('paint', 'group');
  assert.ok((await colours()) > 1);
  assert.deepEqual(problems, []);
});

test('back and forth in time, with the same bits', options, async () => {
  for (const scene of ['card_house', 'conveyor', 'bullet_wall']) { // the last two make bodies on the way
    await start(scene);
    const { hashes, found, counts } = await page.evaluate(async () => {
      const key = () => testbed.run.world.hash(), hashes = [key()], found = [], counts = [testbed.run.world.bodyCount()];
      for (let i = 1; i <= 90; ++i) {
        if (i === 40) { testbed.hands.pointer = { x: 0, y: 0 }; testbed.hands.shoot(); } // before the 40th step
        testbed.step();
        hashes.push(key());
        counts.push(testbed.run.world.bodyCount());
      }
      for (const step of [50, 3, 89, 0, 38, 41, 90]) {
        await testbed.transport.goTo(step);
        testbed.draw();
        const items = testbed.view.main.bodies.filter((b) => testbed.run.world.isValid(b)).length;
        found.push([step, key(), testbed.run.world.bodyCount(), items]);
      }
      return { hashes: hashes.map(String), counts, found: found.map(([s, h, n, i]) => [s, String(h), n, i]) };
    });
    const invisible = await page.evaluate(() => testbed.run.world.bodyCount() - testbed.view.main.bodies.length);
    for (const [step, key, count, drawn] of found) {
      assert.equal(key, hashes[step], `${scene} at ${step}`);
      assert.equal(count, counts[step]);
      assert.equal(drawn, count - invisible, `${scene} at ${step}: what is drawn`);
    }
  }
  // The slider does the same; and from an earlier step on, the recorded future plays again.
  await page.evaluate(() => {
    const scrub = document.getElementById('scrub');
    scrub.value = 33;
    scrub.dispatchEvent(new Event('input'));
  });
  await page.waitForFunction(() => testbed.run.step === 33 && !testbed.run.isBusy);
  assert.equal(await page.textContent('#time'), '33 / 90');
  const last = await page.evaluate(() => {
    while (testbed.run.step < 90) testbed.step();
    return testbed.run.log.length;
  });
  assert.equal(last, 1);
  // Unless something else is done: then there is another future.
  const [steps, log] = await page.evaluate(async () => {
    await testbed.transport.goTo(20);
    testbed.hands.drop();
    return [testbed.run.last, testbed.run.log.map((entry) => entry.kind)];
  });
  assert.equal(steps, 20);
  assert.deepEqual(log, ['drop']);
});

async function download(button) {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  const file = path.join(files, saved.suggestedFilename());
  await saved.saveAs(file);
  return file;
}
const load = async (on, file) => {
  await on.evaluate(() => { testbed.openedBefore = testbed.run; document.getElementById('message').textContent = ''; });
  await on.setInputFiles('#file', file);
  await on.waitForFunction(() => document.getElementById('message').textContent !== '');
};

test('snapshots and recordings as files, in another page', options, async () => {
  await start('conveyor', 50);
  await page.evaluate(() => {
    testbed.hands.pointer = { x: 0.1, y: -0.1 };
    testbed.hands.drop();
    testbed.solverPanel.choose('sequentialImpulse');
    for (let i = 0; i < 75; ++i) testbed.step();
  });
  const at = await hash(), bodies = await page.evaluate(() => testbed.run.world.bodyCount());
  const snapshot = await download('#save'), recording = await download('#record');
  assert.match(snapshot, /conveyor-125\.snapshot\.cairn$/);
  await page.evaluate(() => { for (let i = 0; i < 60; ++i) testbed.step(); });
  const later = await hash();

  const other = await open(WIDE);
  await other.evaluate(() => testbed.setPaused(true));
  await load(other, snapshot);
  assert.match(await other.textContent('#message'), /loaded a snapshot/);
  assert.deepEqual([await hash(other), await steps(other)], [at, 125]);
  assert.equal(await other.evaluate(() => testbed.run.world.bodyCount()), bodies);
  await other.evaluate(() => {
    for (let i = 0; i < 60; ++i) testbed.step();
    testbed.draw();
  });
  assert.equal(await hash(other), later, 'and it goes on as the first did');
  assert.equal(await other.evaluate(() => testbed.view.main.batches.get('box').mesh.count), 1, 'the box is drawn');

  await load(other, recording);
  await other.evaluate(() => testbed.setPaused(true));
  assert.ok((await steps(other)) < 125, 'it begins at the beginning');
  assert.equal(await other.evaluate(() => testbed.run.last), 125);
  await other.evaluate(() => testbed.transport.goTo(125));
  assert.equal(await hash(other), at);
  assert.equal(await other.evaluate(() => testbed.run.firstDifference), null);
  await other.evaluate(() => testbed.transport.goTo(60));
  await other.evaluate(() => { testbed.setPaused(false); });
  await other.waitForFunction(() => testbed.paused && testbed.run.step === 125, null, { timeout: 60000 });

  // What is damaged, or no longer true, is noticed.
  const damaged = path.join(files, 'damaged.cairn'), lie = path.join(files, 'lie.cairn');
  writeFileSync(damaged, readFileSync(snapshot).subarray(0, 900));
  const current = await hash(other);
  await load(other, damaged);
  assert.match(await other.textContent('#message'), /damaged/);
  assert.equal(await hash(other), current);
  const content = JSON.parse(gunzipSync(readFileSync(snapshot)));
  const bytes = Buffer.from(content.base.state, 'base64url');
  bytes[bytes.length - 100] ^= 1;
  writeFileSync(damaged, gzipSync(JSON.stringify({ ...content, base: { ...content.base, state: bytes.toString('base64url') } })));
  await load(other, damaged);
  assert.match(await other.textContent('#message'), /checksum/);
  const told = JSON.parse(gunzipSync(readFileSync(recording)));
  told.log[0].at.x += 0.5;
  writeFileSync(lie, gzipSync(JSON.stringify(told)));
  await load(other, lie);
  await other.evaluate(async () => {
    testbed.setPaused(true);
    await testbed.run.goTo(125);
    testbed.step();
  });
  assert.equal(await other.evaluate(() => testbed.run.firstDifference), 60);
  assert.match(await other.textContent('#message'), /differently from step 60/);
  await other.context().close();
  assert.deepEqual(problems, []);
});

test('a link opens the same state', options, async () => {
  await start('arch', 10, { stones: 11 });
  await page.evaluate(async () => {
    testbed.hands.pointer = { x: 0, y: 0.2 };
    testbed.hands.shoot();
    testbed.solverPanel.choose('sequentialImpulse');
    for (let i = 0; i < 50; ++i) testbed.step();
    testbed.view.setCamera({ eye: [3, 4, 15], target: [0, 1, 0] });
    await testbed.lanesPanel.add('jacobi');
  });
  const at = await hash();
  await page.evaluate(() => testbed.statePanel.share());
  const link = await page.inputValue('#link');
  assert.ok(link.length < 2000, `${link.length} characters`);
  const other = await open(WIDE, `?plain${link.slice(link.indexOf('#'))}`);
  await other.waitForFunction(() => testbed.run.step === 60 && testbed.run.others.length === 1, null, { timeout: 60000 });
  assert.equal(await hash(other), at);
  assert.equal(await other.evaluate(() => testbed.run.others[0].world.hash()), await page.evaluate(() => testbed.run.others[0].world.hash()));
  assert.deepEqual(await other.evaluate(() => testbed.view.getCamera().eye.map(Math.round)), [3, 4, 15]);
  assert.ok(await other.evaluate(() => testbed.paused));
  // Links that lie, or ask for what there is not, say so.
  const open2 = (text) => other.evaluate((h) => { document.getElementById('message').textContent = ''; location.hash = h; }, text);
  await open2(link.split('#')[1].replace(/hash=\w+/, 'hash=0123456789abcdef'));
  await other.waitForFunction(() => /not the state/.test(document.getElementById('message').textContent));
  await open2('scene=nowhere');
  await other.waitForFunction(() => /no scene/.test(document.getElementById('message').textContent));
  // A run that began with a file has no link.
  const snapshot = await download('#save');
  await load(page, snapshot);
  await page.evaluate(() => testbed.statePanel.share());
  assert.match(await page.textContent('#message'), /save a file/);
  await other.context().close();
  await page.evaluate(() => { testbed.recipe = null; });
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

test('a phone: everything in reach, and fingers for hands', options, async () => {
  const phone = await open(PHONE, '?plain#scene=heavy_on_light', { hasTouch: true, isMobile: true });
  await phone.evaluate(() => { testbed.setPaused(true); testbed.draw(); });
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const outside = () => phone.evaluate(() => [...document.querySelectorAll('header button, #bar button, #bar input, #bar select')]
    .map((e) => ({ id: e.id, ...e.getBoundingClientRect().toJSON() }))
    .filter(({ left, right, top, bottom, width, height }) => left < 0 || right > innerWidth || top < 0 || bottom > innerHeight || width < 30 || height < 16)
    .map(({ id }) => id));
  assert.deepEqual(await outside(), []);
  assert.ok((await shareOf('bodies', phone)) > 0.003);
  // One panel at a time; a choice closes the list.
  const panels = (scenes, tools) => Promise.all([
    phone.waitForSelector('#scenes', { state: scenes ? 'visible' : 'hidden', timeout: 5000 }),
    phone.waitForSelector('#tools', { state: tools ? 'visible' : 'hidden', timeout: 5000 }),
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
  await touch(session, 'touchEnd', []);
  assert.ok((await place(body, phone)).y - from.y > 0.2);
  assert.equal(await phone.evaluate(() => testbed.hands.grip), null);
  await phone.tap('#shoot');
  await phone.touchscreen.tap(195, 300);
  assert.equal(await phone.evaluate(() => testbed.run.main.extras.length), 1, 'a tap shoots');
  await phone.evaluate(() => { for (let i = 0; i < 30; ++i) testbed.step(); });
  await phone.tap('#grab');
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
  await phone.waitForFunction((eye) => Math.hypot(...testbed.view.getCamera().eye.map((v, i) => v - eye[i])) > 0.3, before.eye);
  await touch(session, 'touchEnd', []);
  await phone.context().close();
  assert.deepEqual(problems, []);
});

test('the same bits in the browser as natively', { skip: options.skip || !existsSync(program) }, async () => {
  for (const name of ['card_house', 'newtons_cradle', 'vehicle']) {
    const found = await page.evaluate((scene) => {
      testbed.open(scene);
      testbed.setPaused(true);
      while (testbed.run.step < 600) testbed.run.advance();
      return testbed.run.world.hash().toString(16).padStart(16, '0');
    }, name);
    const native = execFileSync(program, ['run', name, '--steps', '600', '--threads', '1'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    assert.equal(found, native.match(/^hash +(\w+)/m)[1], name);
  }
});

test('threads', { skip: options.skip || !existsSync(new URL('../../build/web-threads/cairn_scenes.wasm', import.meta.url)) }, async () => {
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
