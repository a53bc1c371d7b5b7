// The same bits as native: scenes run 600 steps here and by the program `cairn`, and end in the same state.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { load } from '../package/dist/index.js';
import { Scenes } from '../testbed/src/scenes.js';

const root = new URL('../../', import.meta.url).pathname;
const program = process.env.CAIRN_PROGRAM ?? `${root}build/release/apps/cairn/cairn`;
const steps = +(process.env.CAIRN_STEPS ?? 600);
const names = ['box_tower300', 'card_house', 'arch', 'rubble', 'height_field', 'vehicle', 'bridge', 'newtons_cradle', 'bullet_wall', 'rope_bridge', 'conveyor', 'wrecking_ball'];

const folder = mkdtempSync(path.join(tmpdir(), 'cairn-hash-'));
function nativeHash(name) {
  const file = path.join(folder, `${name}.json`);
  execFileSync(program, ['run', name, '--steps', String(steps), '--threads', '1', '--json', file], { stdio: 'ignore' });
  return JSON.parse(readFileSync(file, 'utf8')).hash;
}

for (const threads of [1, 2]) {
  const module = new URL(`../../build/web${threads > 1 ? '-threads' : ''}/cairn_scenes.wasm`, import.meta.url);
  test(`${names.length} scenes, ${threads} threads`, { skip: !existsSync(module) || !existsSync(program) }, async (t) => {
    const engine = await load({ threads, module, threadsModule: module });
    assert.equal(engine.threads, threads);
    const scenes = new Scenes(engine);
    for (const name of names)
      await t.test(name, () => {
        const scene = scenes.create(name);
        for (let i = 0; i < steps; ++i) scene.step();
        const hash = scene.world.hash().toString(16).padStart(16, '0');
        scene.dispose();
        assert.equal(hash, nativeHash(name));
      });
    engine.terminate();
  });
}
