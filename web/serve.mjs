// node serve.mjs [--port 8080] [--open]: serves the testbed on this machine, with the headers that shared memory needs.
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const web = path.dirname(fileURLToPath(import.meta.url));
// The first that fits.
const FOLDERS = {
  '/package/': `${web}/package`,
  '/three/': `${web}/node_modules/three`,
  '/wasm/': `${web}/../build/web`,
  '/wasm-threads/': `${web}/../build/web-threads`,
  '/': `${web}/testbed`,
};
const TYPES = {
  html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm', jpg: 'image/jpeg',
  png: 'image/png', json: 'application/json',
};
const HEADERS = {
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

function fileFor(url) {
  const asked = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  const prefix = Object.keys(FOLDERS).find((p) => asked.startsWith(p)), root = path.resolve(FOLDERS[prefix]);
  const file = path.join(root, asked === '/' ? 'index.html' : asked.slice(prefix.length));
  const inside = file.startsWith(root + path.sep);
  return inside && existsSync(file) && statSync(file).isFile() ? file : null;
}

// On a port of this machine; 0: any that is free.
export function serve(port = 8080) {
  const server = createServer((request, response) => {
    let file = null;
    try {
      file = fileFor(request.url);
    } catch { /* an address that cannot be decoded is not found */ }
    if (!file) return response.writeHead(404, HEADERS).end('not found');
    const type = TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, ...HEADERS });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}

// On the port that was asked for, or on the first free one from 8080 on.
async function serveSomewhere(asked) {
  if (asked) return serve(asked);
  for (let port = 8080; ; ++port)
    try {
      return await serve(port);
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--port');
  const server = await serveSomewhere(at > 0 ? +process.argv[at + 1] : 0);
  const address = `http://localhost:${server.address().port}/`;
  console.log(`The testbed is at ${address}`);
  if (process.argv.includes('--open') && (process.env.DISPLAY || process.env.WAYLAND_DISPLAY))
    spawn('xdg-open', [address], { stdio: 'ignore', detached: true }).on('error', () => {});
}
