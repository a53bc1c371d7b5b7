// What is drawn over the bodies, and by what they are coloured.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, options, page, problems, shareOf, start } from './support.mjs';

test('debug drawing', options, async () => {
  // Lines and dots of each, in a scene that has such things.
  const draw = (name) => page.evaluate((drawing) => {
    const box = document.querySelector(`#draw input[name="${drawing}"]`);
    box.click();
    testbed.draw();
    return { lines: testbed.debug.overlay.lineCount, dots: testbed.debug.overlay.dotCount };
  }, name);
  await start('bridge', 90);
  const points = await page.evaluate(() => testbed.run.world.counts().points);
  const joints = await page.evaluate(() => testbed.run.world.jointCount());
  const bodies = await page.evaluate(() => testbed.view.main.bodies.filter((b) => testbed.run.world.mass(b) > 0).length);
  const shapes = await page.evaluate(() => {
    const { ints } = testbed.inspector.boxes(testbed.run.scene, 0); // each ends with 1 where it is a leaf
    return ints.filter((_, i) => i % 8 === 7).reduce((sum, leaf) => sum + leaf);
  });
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
  assert.ok(coloured.batches > 2, JSON.stringify(coloured));
  assert.ok(celled.batches <= 4 && celled.blocks < celled.count / 4, JSON.stringify(celled));
  // Islands and sleep are colours of the bodies themselves.
  const colours = () => page.evaluate(() => {
    testbed.draw();
    const seen = new Set();
    for (const { items, mesh } of testbed.view.main.batches.values())
      items.forEach((item, i) => {
        if (item.type === 'dynamic') seen.add(mesh.instanceColor.array.slice(3 * i, 3 * i + 3).join());
      });
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
