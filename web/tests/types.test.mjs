// The declarations pass the strict compiler, and catch what they should.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('types.mts compiles strictly', () => {
  const compiler = new URL('../node_modules/typescript/bin/tsc', import.meta.url).pathname, file = new URL('./types.mts', import.meta.url).pathname;
  const run = spawnSync(process.execPath, [compiler, '--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', file], { encoding: 'utf8' });
  assert.equal(run.stdout, '');
  assert.equal(run.status, 0);
});
