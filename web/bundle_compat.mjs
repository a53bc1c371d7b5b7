// package/dist/compat.js: all scripts and the module in one file.
import { readFileSync, writeFileSync } from 'node:fs';

const dist = new URL('./package/dist/', import.meta.url), source = new URL('./package/src/', import.meta.url);
const read = (name, from = dist) => readFileSync(new URL(name, from), 'utf8');
const files = [read('api.js'), read('memory.js'), read('geometry.js'), read('world.js'), read('load.js'), read('compat.js', source)];
// The files share no top-level names, so they may stand in one scope; only the last one's exports are kept.
const body = files.map((text, i) => text.replace(/^import .*;$/gm, '').replace(/^export \{.*$/gm, '').replace(/^export (?=\w)/gm, i === files.length - 1 ? 'export ' : ''));
const base64 = readFileSync(new URL('cairn.wasm', dist)).toString('base64');
writeFileSync(new URL('compat.js', dist), `${body.join('\n')}\nexport { World };\nconst base64 = '${base64}';\n`);
