// The package as npm ships it: packed, installed into an empty project, used in node and in a page built by Vite.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const web = new URL('..', import.meta.url).pathname, project = mkdtempSync(path.join(tmpdir(), 'cairn-user-'));
const run = (command, args) => execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

test('packs, installs, runs', () => {
  run('npm', ['pack', path.join(web, 'package'), '--silent']);
  const archive = readdirSync(project).find((f) => f.endsWith('.tgz'));
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module", "private": true }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`]);
  for (const name of ['cairn-physics', 'cairn-physics/compat']) {
    writeFileSync(path.join(project, 'use.js'), `import { load } from '${name}';
      const world = (await load()).createWorld(), ball = world.createBody({ type: 'dynamic' });
      world.createShape(ball, { kind: 'sphere' });
      for (let i = 0; i < 60; ++i) world.step(1 / 60);
      console.log(world.pose(ball).p.y.toFixed(0));`);
    assert.equal(run(process.execPath, ['use.js']).trim(), '-5');
  }
});

test('the example of its README builds with Vite', () => {
  const example = readFileSync(path.join(web, 'package/README.md'), 'utf8').match(/```html\n([^]*?)```/)[1];
  assert.ok(example.split('\n').length <= 38);
  writeFileSync(path.join(project, 'index.html'), `<!doctype html><body>${example.replace(/import \* as THREE from 'three';/, `import * as THREE from '${web}node_modules/three/build/three.module.js';`)}`);
  run(process.execPath, [path.join(web, 'node_modules/vite/bin/vite.js'), 'build', '--target', 'esnext', '--logLevel', 'warn']);
  assert.ok(readdirSync(path.join(project, 'dist/assets')).some((f) => f.endsWith('.wasm')), 'the module is taken along');
});

test('the module is small', () => {
  const size = gzipSync(readFileSync(path.join(web, 'package/dist/cairn.wasm')), { level: 9 }).length;
  assert.ok(size < 650 * 1024, `${size} bytes gzipped`);
});
