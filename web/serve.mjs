// node serve.mjs [--port 8080] [--open]: serves the testbed on this machine, with the headers that shared memory needs.
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const web = path.dirname(fileURLToPath(import.meta.url));
const folders = { '/package/': `${web}/package`, '/three/': `${web}/node_modules/three`, '/wasm/': `${web}/../build/web`, '/wasm-threads/': `${web}/../build/web-threads`, '/': `${web}/testbed` };
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm', jpg: 'image/jpeg', png: 'image/png', json: 'application/json' };

export function serve(port = 8080) {
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const prefix = Object.keys(folders).find((p) => asked.startsWith(p)), root = path.resolve(folders[prefix]);
    const file = path.join(root, asked === '/' ? 'index.html' : asked.slice(prefix.length));
    if (!file.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end('not found');
    response.writeHead(200, { 'Content-Type': types[path.extname(file).slice(1)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache',
      'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'same-origin' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--port');
  let port = at > 0 ? +process.argv[at + 1] : 8080;
  for (;; ++port) try { await serve(port); break; } catch (error) { if (error.code !== 'EADDRINUSE' || at > 0) throw error; }
  console.log(`The testbed is at http://localhost:${port}/`);
  if (process.argv.includes('--open') && (process.env.DISPLAY || process.env.WAYLAND_DISPLAY))
    spawn('xdg-open', [`http://localhost:${port}/`], { stdio: 'ignore', detached: true }).on('error', () => {});
}
