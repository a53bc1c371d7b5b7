// Back and forth in time, files and links.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { files, hash, open, options, page, problems, start, steps, WIDE } from './support.mjs';

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
  content.base.state = bytes.toString('base64url');
  writeFileSync(damaged, gzipSync(JSON.stringify(content)));
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
  const ofJacobi = (on) => on.evaluate(() => String(testbed.run.others[0].world.hash()));
  assert.equal(await ofJacobi(other), await ofJacobi(page));
  assert.deepEqual(await other.evaluate(() => testbed.view.getCamera().eye.map(Math.round)), [3, 4, 15]);
  assert.ok(await other.evaluate(() => testbed.paused));
  // Links that lie, or ask for what there is not, say so.
  const follow = (text) => other.evaluate((link) => {
    document.getElementById('message').textContent = '';
    location.hash = link;
  }, text);
  await follow(link.split('#')[1].replace(/hash=\w+/, 'hash=0123456789abcdef'));
  await other.waitForFunction(() => /not the state/.test(document.getElementById('message').textContent));
  await follow('scene=nowhere');
  await other.waitForFunction(() => /no scene/.test(document.getElementById('message').textContent));
  // A run that began with a file has no link.
  const snapshot = await download('#save');
  await load(page, snapshot);
  await page.evaluate(() => testbed.statePanel.share());
  assert.match(await page.textContent('#message'), /save a file/);
  await other.context().close();
  await page.evaluate(() => { testbed.recipe = null; });
});
