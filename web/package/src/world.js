// World: every method of the C++ class, made from the tables of api.js; and views of many poses at once.
import { enums, methods, structs } from './api.js';
import { hold, letGo } from './geometry.js';
import { checkNumber, kindOfId, Memory } from './memory.js';

const state = Symbol('state');
const ID = /Id$/;

// One row of the table as a function of (state of the world, arguments).
function compile([name, cName, returns, params]) {
  const list = params.findIndex(([, code]) => code[0] === '[');
  const fill = params.findIndex(([, code]) => code[0] === '>');
  const bySret = returns in structs || ID.test(returns) || returns === 'Shape' || returns[0] === '[';
  const path = `World.${name}`;
  const given = params.filter(([, code]) => code[0] !== '>');
  return (own, args) => {
    const { memory, hold: owner } = own, { top, extra: { length: extras } } = memory;
    if (args.length > given.length) throw new TypeError(`${path} takes ${given.length} arguments, not ${args.length}`);
    try {
      const raw = [];
      const result = bySret ? memory.take(returns[0] === '[' ? 8 : memory.sizeOf(returns)) : 0;
      if (bySret) raw.push(result);
      const self = raw.push(0) - 1;
      let next = 0, capacity = 0, outAt = -1;
      params.forEach(([param, code, otherwise], index) => {
        if (code[0] === '>') {
          if (index === fill) outAt = raw.length;
          return void raw.push(0, 0);
        }
        const value = args[next] === undefined ? otherwise ?? undefined : args[next], at = `${path}: ${param}`;
        ++next;
        if (code[0] === '*') return void raw.push(value === undefined || value === null ? missing(code, at) : memory.writeDefinition(code.slice(1), value, at, owner));
        if (code[0] === '[') {
          const written = memory.writeList(code.slice(1), value, at, owner);
          capacity = written.count;
          return void raw.push(written.at, written.count);
        }
        if (code === 'bool') {
          if (typeof value !== 'boolean') throw new TypeError(`${at} must be true or false`);
          return void raw.push(value ? 1 : 0);
        }
        if (code in enums) return void raw.push(memory.enumValue(code, value, at));
        if (code === 'uint64_t') return void raw.push(memory.wholeValue(value, at));
        if (code === 'float' || code === 'int') return void raw.push(checkNumber(code, value, at));
        const room = memory.take(memory.sizeOf(code));
        memory.write(code, room, value, at, owner);
        raw.push(room);
      });
      const item = fill >= 0 ? params[fill][1].slice(1) : '', size = item && memory.sizeOf(item);
      // Only now: reading the arguments may have run code of the caller's, and that may have disposed the world.
      raw[self] = alive(own, name);
      const call = () => memory.call(cName, ...raw);
      if (item) {
        // Room for what is likely, and a second call where there is more; never a second one for calls that create.
        if (list < 0) capacity = item === 'uint8_t' ? 0 : 32;
        raw[outAt] = memory.take(capacity * size);
        raw[outAt + 1] = capacity;
      }
      let answer = call();
      memory.check();
      if (!item) return bySret ? memory.read(returns[0] === '[' ? `span ${returns.slice(1)}` : returns, result) : convert(returns, answer, name);
      if (answer > capacity) {
        raw[outAt] = memory.take(answer * size);
        raw[outAt + 1] = answer;
        answer = call();
        memory.check();
      }
      return item === 'uint8_t' ? memory.bytes.slice(raw[outAt], raw[outAt] + answer) : memory.readList(item, raw[outAt], answer);
    } finally {
      memory.done(top, extras);
    }
  };
}

function missing(code, at) {
  if (code.endsWith('Def') || code === '*QueryFilter') return 0;
  throw new TypeError(`${at} is missing`);
}

function convert(kind, value, name) {
  if (kind === 'bool') return value !== 0;
  if (kind in enums) return enums[kind][value];
  if (kind === 'uint64_t') return name.includes('ash') ? BigInt.asUintN(64, value) : Number(value);
  return value;
}

/** A set of bodies (or particles) whose poses are read at once into a Float32Array over the module's memory. */
class View {
  #world;
  #ids = null;
  #floats = null;
  #layout;
  constructor(world, items, layout) {
    this.#world = world;
    this.#layout = layout;
    this.set(items);
  }
  get count() { return this.#ids?.count ?? 0; }
  get stride() { return { pose: 8, matrix: 16, point: 4 }[this.#layout]; }
  /** Valid until the module's memory grows: take it anew after every update. */
  get array() {
    if (!this.#ids) throw new Error('cairn: the view was disposed');
    return new Float32Array(this.#world[state].memory.memory.buffer, this.#floats.at, this.count * this.stride);
  }
  set(items) {
    const { memory } = live(this.#world, 'createPoseView');
    if (!Array.isArray(items)) throw new TypeError('a view wants a list of ids');
    const kind = this.#layout === 'point' ? 'ParticleId' : 'BodyId';
    const count = items.length, ids = memory.takeForView(8 * count);
    try {
      for (let i = 0; i < count; ++i) memory.writeId(kind, ids.at + 8 * i, items[i], `view[${i}]`);
    } catch (error) {
      memory.giveFromView(ids);
      throw error;
    }
    this.#free();
    this.#floats = memory.takeForView(4 * this.stride * count);
    this.#ids = { ...ids, count };
    this.update();
  }
  /** Reads the poses; returns the array. */
  update() {
    const { memory, pointer } = live(this.#world, 'View.update');
    if (!this.#ids) throw new Error('cairn: the view was disposed');
    if (this.#layout === 'point') memory.call('cairn_web_points', pointer, this.#ids.at, this.count, this.#floats.at);
    else memory.call('cairn_web_poses', pointer, this.#ids.at, this.count, this.#layout === 'pose' ? 0 : 1, this.#floats.at);
    memory.check();
    return this.array;
  }
  #free() {
    const memory = this.#world[state].memory;
    if (this.#ids) memory.giveFromView(this.#ids);
    if (this.#floats) memory.giveFromView(this.#floats);
    this.#ids = this.#floats = null;
  }
  dispose() {
    this.#free();
    this.#world[state].views.delete(this);
  }
}

function alive(own, what) {
  if (own.memory.ended) throw new Error(own.memory.ended);
  if (!own.pointer) throw new Error(`cairn: World.${what}: the world was disposed`);
  return own.pointer;
}
function live(world, what) {
  const own = world?.[state];
  if (!own) throw new TypeError(`${what} was not called on a World`);
  alive(own, what);
  return own;
}

export class World {
  /** Use createWorld. */
  constructor(memory, pointer, release) {
    if (!(memory instanceof Memory)) throw new TypeError('worlds come from createWorld');
    const own = { memory, pointer, release, geometries: new Set(), views: new Set() };
    own.hold = (geometry) => {
      if (!own.geometries.has(geometry)) hold(geometry);
      own.geometries.add(geometry);
    };
    Object.defineProperty(this, state, { value: own });
  }
  get disposed() { return !this[state].pointer; }
  /** Frees the world. Later calls throw; calling it again does nothing. */
  dispose() {
    const own = this[state];
    if (!own.pointer) return;
    if (!own.memory.ended) own.release(own.pointer);
    own.pointer = 0;
    for (const view of own.views) view.dispose();
    for (const geometry of own.geometries) letGo(geometry);
    own.geometries.clear();
  }
  /** layout 'pose': x y z, quaternion x y z w, awake; 'matrix': 16 floats for an instanced mesh. */
  createPoseView(bodies, layout = 'pose') {
    if (layout !== 'pose' && layout !== 'matrix') throw new TypeError(`layout must be 'pose' or 'matrix', not '${layout}'`);
    return this.#view(bodies, layout);
  }
  /** x y z, awake. */
  createPointView(particles) { return this.#view(particles, 'point'); }
  #view(items, layout) {
    const own = live(this, 'createPoseView'), view = new View(this, items, layout);
    own.views.add(view);
    return view;
  }
  definition(...args) { return overload(this, nameFor(this, 'definition', args[0]), args); }
  setDefinition(...args) { return overload(this, nameFor(this, 'setDefinition', args[0]), args); }
}

// Joints have one for each kind.
const nameFor = (world, name, id) => (kindOfId(id) === 'JointId' ? `${name}:${world.kind(id)}` : name);

// Functions of one name, told apart by the kind of id that comes first.
const table = new Map();
for (const row of methods) {
  if (!table.has(row[0])) table.set(row[0], []);
  table.get(row[0]).push({ first: row[3][0]?.[1], run: compile(row) });
}
function overload(world, name, args) {
  const own = live(world, name.split(':')[0]), rows = table.get(name);
  let row = rows[0];
  if (rows.length > 1) {
    const kind = kindOfId(args[0]);
    row = rows.find((r) => (args.length === 0 ? r.first === undefined : r.first === kind)) ?? rows.find((r) => r.first !== undefined);
  }
  return row.run(own, args);
}
for (const name of table.keys()) {
  if (name in World.prototype || name.includes(':')) continue;
  Object.defineProperty(World.prototype, name, { value(...args) { return overload(this, name, args); }, writable: true, configurable: true });
}
if (Symbol.dispose) World.prototype[Symbol.dispose] = World.prototype.dispose;
