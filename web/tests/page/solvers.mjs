// Solvers: the picker and the recipe, several in one picture, plots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, options, page, problems, shareOf, start, steps } from './support.mjs';

test('the solver picker and the recipe, changed live', options, async () => {
  await start('box_tower300', 10);
  const solver = () => page.evaluate(() => testbed.run.world.solver());
  const names = await page.$$eval('#solver option', (list) => list.map((o) => o.textContent));
  const catalogue = await page.evaluate(() => Object.keys(testbed.engine.solvers));
  assert.ok(catalogue.length >= 20);
  assert.deepEqual(names.slice(0, -1), catalogue);
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
  for (const name of catalogue) {
    await choose('solver', name);
    const from = await steps();
    await page.evaluate(() => { testbed.step(); testbed.step(); });
    assert.equal((await steps()) - from, 2, name);
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
        const isMoving = (item) => item.type === 'dynamic';
        const batch = [...testbed.view.meshes.get(lane).batches.values()].find(({ items }) => items.some(isMoving));
        const at = 3 * batch.items.findIndex(isMoving);
        return batch.mesh.instanceColor.array.slice(at, at + 3).join();
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
    return [...document.querySelectorAll('canvas.plot')].map((canvas) => canvas.toDataURL());
  });
  assert.deepEqual(await counts(), [0, 0, 0, 0, 0, 0]);
  const blank = await ink();
  await page.evaluate(() => { for (let i = 0; i < 12; ++i) testbed.step(); });
  const some = await counts(), drawn = await ink();
  assert.equal(some[0], 12);
  assert.ok(some.slice(1, 5).every((n) => n === 3), some.join());
  assert.ok(some[5] >= 1, 'the exact answer takes its time, but one there is');
  assert.equal(drawn.length, 6);
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
