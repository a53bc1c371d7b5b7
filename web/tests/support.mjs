// What several tests need: a server, a browser, and the native program.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

export const root = new URL('../../', import.meta.url).pathname;
export const program = process.env.CAIRN_PROGRAM ?? `${root}build/release/apps/cairn/cairn`;
export const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
// Where something is missing the tests that need it are skipped; `./check` says that nothing may be.
const strict = process.env.CAIRN_WEB_STRICT === '1';
export const unless = (...files) => {
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length && strict) throw new Error(`missing: ${missing.join(', ')}`);
  return missing.length ? `missing: ${missing.join(', ')}` : false;
};

const TYPES = { html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', css: 'text/css', wasm: 'application/wasm', json: 'application/json' };
export const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** Serves a folder on a free port; with the headers that threads need, or without. */
export async function serveFolder(folder, headers = {}) {
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname), file = path.join(folder, name === '/' ? 'index.html' : name);
    try {
      const body = name === '/blank.html' ? '<!doctype html>' : await readFile(file);
      response.writeHead(200, { 'Content-Type': TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream', ...headers });
      response.end(body);
    } catch {
      response.writeHead(name === '/favicon.ico' ? 204 : 404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Chromium that draws in software. Everything that goes wrong on a page is put into `problems`. */
export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
  const problems = [];
  const open = async (address, size = { width: 480, height: 360 }) => {
    const page = await browser.newPage({ viewport: size });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(address);
    return page;
  };
  return { open, problems, close: () => browser.close() };
}

export const hex = (hash) => hash.toString(16).padStart(16, '0');
const hashes = new Map();
let folder;
/** State of a scene after so many steps by the native program, on one thread. */
export function nativeHash(name, steps) {
  folder ??= mkdtempSync(path.join(tmpdir(), 'cairn-hash-'));
  const key = `${name}-${steps}`, file = path.join(folder, `${key}.json`);
  if (!hashes.has(key)) {
    execFileSync(program, ['run', name, '--steps', String(steps), '--threads', '1', '--json', file], { stdio: 'ignore' });
    hashes.set(key, JSON.parse(readFileSync(file, 'utf8')).hash);
  }
  return hashes.get(key);
}
