// How values cross into the module's memory and back, by the tables of api.js. Numbers, booleans, strings for
// enumerations, {x, y, z} for vectors; anything else is refused with the path of the field.
import { defaults, enums, structs } from './api.js';

// An id is a number: generation, kind and index in 29, 2 and 22 bits. Zero is none.
const ID_KINDS = ['BodyId', 'ShapeId', 'JointId', 'ParticleId'];
const INDEX = 2 ** 22, KIND = 4 * INDEX;
export const kindOfId = (id) => (Number.isSafeInteger(id) && id > 0 ? ID_KINDS[Math.floor(id / INDEX) % 4] : undefined);

const say = (value) => (typeof value === 'string' ? `'${value}'` : typeof value === 'object' && value ? 'an object' : String(value));
const fail = (path, wanted, value) => {
  throw new TypeError(`${path} must be ${wanted}, not ${say(value)}`);
};

const SCALARS = {
  float: [4, (v, p) => v.getFloat32(p, true), (v, p, x) => v.setFloat32(p, x, true)],
  double: [8, (v, p) => v.getFloat64(p, true), (v, p, x) => v.setFloat64(p, x, true)],
  int: [4, (v, p) => v.getInt32(p, true), (v, p, x) => v.setInt32(p, x, true)],
  int32_t: [4, (v, p) => v.getInt32(p, true), (v, p, x) => v.setInt32(p, x, true)],
  uint32_t: [4, (v, p) => v.getUint32(p, true), (v, p, x) => v.setUint32(p, x, true)],
  uint8_t: [1, (v, p) => v.getUint8(p), (v, p, x) => v.setUint8(p, x)],
};
const RANGES = { int: [-(2 ** 31), 2 ** 31 - 1], int32_t: [-(2 ** 31), 2 ** 31 - 1], uint32_t: [0, 2 ** 32 - 1], uint8_t: [0, 255] };

/** A number of the given C type, or a TypeError under `path`. */
export function checkNumber(kind, value, path) {
  if (typeof value !== 'number') fail(path, 'a number', value);
  const range = RANGES[kind];
  if (range && !(Number.isInteger(value) && value >= range[0] && value <= range[1])) fail(path, `a whole number from ${range[0]} to ${range[1]}`, value);
  return value;
}

const SHAPES = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull', 'plane', 'mesh', 'heightField', 'compound'];
const SHAPE_FIELDS = { sphere: ['radius'], capsule: ['halfHeight', 'radius'], box: ['halfExtents', 'rounding'],
  cylinder: ['halfHeight', 'radius', 'rounding'], cone: ['halfHeight', 'radius', 'rounding'], hull: ['hull', 'rounding'],
  plane: [], mesh: ['mesh'], heightField: ['heightField'], compound: ['compound'] };
// Structs of which everything must be given.
const COMPLETE = ['Vec3', 'DVec3', 'Quat', 'Transform', 'WorldTransform', 'Aabb', 'Sym33', 'RayQuery', 'MoverCapsule', 'MassProperties'];
const SHAPE_SIZE = 24, SHAPE_DATA = 20;

const checkKeys = (value, known, path) => {
  for (const key of Object.keys(value))
    if (!known.includes(key)) throw new TypeError(`${path} has no field '${key}'; it has ${known.join(', ') || 'none'}`);
};

// Functions that read and write one kind, made when they are first asked for.
const readers = new Map(), writers = new Map();
const readerOf = (kind) => readers.get(kind) ?? (readers.set(kind, makeReader(kind)), readers.get(kind));
const writerOf = (kind) => writers.get(kind) ?? (writers.set(kind, makeWriter(kind)), writers.get(kind));

function makeReader(kind) {
  const scalar = SCALARS[kind];
  if (scalar) return (memory, at) => scalar[1](memory.view, at);
  if (kind === 'bool') return (memory, at) => memory.view.getUint8(at) !== 0;
  if (kind in enums) return (memory, at) => enums[kind][memory.view.getUint8(at)];
  if (ID_KINDS.includes(kind)) return (memory, at) => memory.readId(kind, at);
  if (kind === 'uint64_t') return (memory, at) => Number(memory.view.getBigUint64(at, true));
  if (kind === 'const char*') return (memory, at) => memory.text(memory.view.getUint32(at, true));
  if (kind === 'Shape') return (memory, at) => memory.readShape(at);
  if (kind.startsWith('span ')) return (memory, at) => memory.readList(kind.slice(5), memory.view.getUint32(at, true), memory.view.getUint32(at + 4, true));
  const fields = structs[kind].fields.map(([name, type, offset, count]) => [name, count ? (memory, at) => memory.readList(type, at, count) : readerOf(type), offset]);
  return (memory, at) => {
    const out = {};
    for (const [name, read, offset] of fields) out[name] = read(memory, at + offset);
    return out;
  };
}

function makeWriter(kind) {
  const scalar = SCALARS[kind];
  if (scalar) return (memory, at, value, path) => scalar[2](memory.view, at, checkNumber(kind, value, path));
  if (kind === 'bool')
    return (memory, at, value, path) => {
      if (typeof value !== 'boolean') fail(path, 'true or false', value);
      memory.view.setUint8(at, value ? 1 : 0);
    };
  if (kind in enums) return (memory, at, value, path) => memory.view.setUint8(at, memory.enumValue(kind, value, path));
  if (ID_KINDS.includes(kind)) return (memory, at, value, path) => memory.writeId(kind, at, value, path);
  if (kind === 'uint64_t') return (memory, at, value, path) => memory.view.setBigUint64(at, memory.wholeValue(value, path), true);
  const object = (value, path) => (typeof value === 'object' && value !== null ? value : fail(path, 'an object', value));
  if (kind === 'Shape') return (memory, at, value, path, owner) => memory.writeShape(at, object(value, path), path, owner);
  if (kind.startsWith('span '))
    return (memory, at, value, path, owner) => {
      const list = memory.writeList(kind.slice(5), value, path, owner);
      memory.view.setUint32(at, list.at, true);
      memory.view.setUint32(at + 4, list.count, true);
    };
  const names = structs[kind].fields.map(([name]) => name), all = COMPLETE.includes(kind), closed = defaults.includes(kind) || kind === 'SolverRecipe';
  const fields = structs[kind].fields.map(([name, type, offset, count]) => [name, writerOf(type), offset, count, type]);
  return (memory, at, value, path, owner) => {
    if (closed) checkKeys(object(value, path), names, path);
    else object(value, path);
    for (const [name, write, offset, count, type] of fields) {
      const item = value[name];
      if (item === undefined) {
        if (all) fail(`${path}.${name}`, 'given', undefined);
      } else if (count) {
        if (!Array.isArray(item) || item.length > count) fail(`${path}.${name}`, `a list of at most ${count}`, item);
        item.slice(0, count).forEach((one, i) => write(memory, at + offset + i * memory.sizeOf(type), one, `${path}.${name}[${i}]`, owner));
      } else {
        write(memory, at + offset, item, `${path}.${name}`, owner);
      }
    }
  };
}

export class Memory {
  constructor(exports, memory) {
    this.exports = exports;
    this.memory = memory;
    this.errors = exports.cairn_web_start();
    this.scratch = exports.cairn_web_allocate(65536);
    this.top = 0;
    this.extra = [];
    this.templates = {};
    this.pools = new Map();
    this.geometries = new Map(); // by address
    this.ended = ''; // why nothing can be called any more
    this.refresh();
    for (const name of defaults) {
      const size = structs[name].size, at = this.scratch;
      const snake = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
      exports[`cairn_default_${snake}`](at);
      this.refresh();
      this.templates[name] = this.bytes.slice(at, at + size);
    }
    // A recipe that is given in part is the default one otherwise, as in the definition of a world.
    const offset = structs.WorldDef.fields.find(([name]) => name === 'solver')[2];
    this.templates.SolverRecipe = this.templates.WorldDef.slice(offset, offset + structs.SolverRecipe.size);
  }

  // Views go stale when the memory grows.
  refresh() {
    if (this.view?.buffer === this.memory.buffer) return;
    this.view = new DataView(this.memory.buffer);
    this.bytes = new Uint8Array(this.memory.buffer);
  }

  // Calls a function of the module. Should it ever stop in the middle, its memory is in no known state: from then on
  // every call is refused.
  call(name, ...args) {
    if (this.ended) throw new Error(this.ended);
    try {
      return this.exports[name](...args);
    } catch (error) {
      if (!(error instanceof TypeError)) this.ended = `cairn: the engine has stopped and can only be loaded anew: ${error.message}`;
      throw new Error(this.ended || error.message, { cause: error });
    }
  }

  // Room until done(); zeroed.
  take(size) {
    const rounded = (Math.max(size, 1) + 15) & ~15;
    let at = this.scratch + this.top;
    if (this.top + rounded <= 65536) {
      this.top += rounded;
    } else {
      if (rounded < size) throw new RangeError(`cairn: ${size} bytes are too much`);
      at = this.call('cairn_web_allocate', rounded);
      this.extra.push([at, rounded]);
      this.refresh();
    }
    this.bytes.fill(0, at, at + rounded);
    return at;
  }
  // Gives back what was taken since `top` and `extras` were this.top and this.extra.length. A call may run inside
  // another one: reading a definition runs the getters of whoever wrote it.
  done(top = 0, extras = 0) {
    this.top = top;
    while (this.extra.length > extras) {
      const [at, size] = this.extra.pop();
      if (!this.ended) this.exports.cairn_web_release(at, size);
    }
  }

  // Memory that views show stays theirs for good, so that writing to a view that is no longer valid harms only views.
  takeForView(size) {
    const rounded = 2 ** Math.ceil(Math.log2(Math.max(size, 256)));
    const at = this.pools.get(rounded)?.pop() ?? this.call('cairn_web_allocate', rounded);
    this.refresh();
    return { at, size: rounded };
  }
  giveFromView({ at, size }) {
    if (!this.pools.has(size)) this.pools.set(size, []);
    this.pools.get(size).push(at);
  }

  // Throws what the engine has complained about since the last call.
  check() {
    this.refresh();
    if (this.view.getInt32(this.errors, true) === 0) return;
    this.view.setInt32(this.errors, 0, true);
    throw new Error(`cairn: ${this.text(this.errors + 4)}`);
  }
  text(at) {
    if (!at) return '';
    let end = at;
    while (this.bytes[end]) ++end;
    return new TextDecoder().decode(this.bytes.slice(at, end));
  }

  sizeOf(kind) {
    if (kind in structs) return structs[kind].size;
    if (kind in SCALARS) return SCALARS[kind][0];
    if (kind in enums || kind === 'bool') return 1;
    return kind === 'Shape' ? SHAPE_SIZE : 8; // ids, lists, uint64_t
  }

  read(kind, at) { return readerOf(kind)(this, at); }
  readList(kind, at, count) {
    const size = this.sizeOf(kind), read = readerOf(kind), list = new Array(count);
    for (let i = 0; i < count; ++i) list[i] = read(this, at + i * size);
    return list;
  }
  readId(kind, at) {
    const index = this.view.getUint32(at, true), generation = this.view.getUint32(at + 4, true);
    if (index >= INDEX) throw new RangeError(`more than ${INDEX} of a kind`);
    return generation === 0 ? 0 : generation * KIND + ID_KINDS.indexOf(kind) * INDEX + index;
  }

  write(kind, at, value, path, owner) { writerOf(kind)(this, at, value, path, owner); }
  // A struct with its defaults, and what is given.
  writeDefinition(kind, value, path, owner) {
    const at = this.take(this.sizeOf(kind));
    if (this.templates[kind]) this.bytes.set(this.templates[kind], at);
    this.write(kind, at, value, path, owner);
    return at;
  }
  writeList(kind, values, path, owner) {
    if (!Array.isArray(values) && (!ArrayBuffer.isView(values) || values instanceof DataView)) fail(path, 'a list', values);
    const count = values.length, size = this.sizeOf(kind), at = this.take(size * count);
    if (kind === 'uint8_t' && values instanceof Uint8Array) this.bytes.set(values.subarray(0, count), at);
    else for (let i = 0; i < count; ++i) {
      if (this.templates[kind]) this.bytes.set(this.templates[kind], at + i * size);
      this.write(kind, at + i * size, values[i], `${path}[${i}]`, owner);
    }
    return { at, count };
  }
  enumValue(kind, value, path) {
    const index = enums[kind].indexOf(value);
    if (index < 0) fail(path, `one of '${enums[kind].join("', '")}'`, value);
    return index;
  }
  wholeValue(value, path) {
    if (typeof value === 'bigint' && value >= 0n && value < 2n ** 64n) return value;
    if (!Number.isSafeInteger(value) || value < 0) fail(path, 'a whole number from 0 on', value);
    return BigInt(value);
  }
  writeId(kind, at, id, path) {
    const wanted = kind.replace('Id', '').toLowerCase();
    if (id !== 0 && kindOfId(id) !== kind) fail(path, `the id of a ${wanted}`, kindOfId(id) ? `that of a ${kindOfId(id).replace('Id', '').toLowerCase()}` : id);
    this.view.setUint32(at, id % INDEX, true);
    this.view.setUint32(at + 4, Math.floor(id / KIND), true);
  }

  writeShape(at, shape, path, owner) {
    const kind = SHAPES.indexOf(shape.kind);
    if (kind < 0) fail(`${path}.kind`, `one of '${SHAPES.join("', '")}'`, shape.kind);
    checkKeys(shape, ['kind', ...SHAPE_FIELDS[shape.kind]], path);
    const number = (name, otherwise) => {
      const value = shape[name] ?? otherwise;
      if (typeof value !== 'number') fail(`${path}.${name}`, 'a number', shape[name]);
      return value;
    };
    this.bytes.fill(0, at, at + SHAPE_SIZE);
    this.view.setUint8(at, kind);
    let size = [0, 0, 0], rounding = 0;
    if (shape.kind === 'sphere') rounding = number('radius', 0.5);
    else if (shape.kind === 'capsule') [rounding, size] = [number('radius', 0.25), [0, number('halfHeight', 0.5), 0]];
    else if (shape.kind !== 'plane' && !shape.kind.match(/mesh|heightField|compound/)) rounding = number('rounding', 0);
    if (shape.kind === 'box') return void (this.view.setFloat32(at + 4, rounding, true), this.write('Vec3', at + 8, shape.halfExtents ?? { x: 0.5, y: 0.5, z: 0.5 }, `${path}.halfExtents`));
    if (shape.kind === 'cylinder' || shape.kind === 'cone') size = [number('radius', 0.5), number('halfHeight', 0.5), number('radius', 0.5)];
    this.view.setFloat32(at + 4, rounding, true);
    size.forEach((x, i) => this.view.setFloat32(at + 8 + 4 * i, x, true));
    const data = SHAPE_FIELDS[shape.kind].includes(shape.kind) ? shape[shape.kind] : undefined;
    if (SHAPE_FIELDS[shape.kind].includes(shape.kind)) {
      if (!data || this.geometries.get(data.address) !== data || data.disposed || data.kind !== shape.kind) fail(`${path}.${shape.kind}`, `what create${shape.kind[0].toUpperCase()}${shape.kind.slice(1)} returned, and not disposed`, data);
      this.view.setUint32(at + SHAPE_DATA, data.address, true);
      owner?.(data);
    }
  }
  readShape(at) {
    const kind = SHAPES[this.view.getUint8(at)], f = (i) => this.view.getFloat32(at + 4 + 4 * i, true), out = { kind };
    const rounding = f(0), [x, y, z] = [f(1), f(2), f(3)];
    if (kind === 'sphere') out.radius = rounding;
    else if (kind === 'capsule') Object.assign(out, { halfHeight: y, radius: rounding });
    else if (kind === 'box') Object.assign(out, { halfExtents: { x, y, z }, rounding });
    else if (kind === 'cylinder' || kind === 'cone') Object.assign(out, { halfHeight: y, radius: x, rounding });
    else if (kind !== 'plane') out[kind] = this.geometries.get(this.view.getUint32(at + SHAPE_DATA, true));
    if (kind === 'hull') out.rounding = rounding;
    return out;
  }
}
