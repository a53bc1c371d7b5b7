// Data of shapes: hulls, meshes, height fields, compounds. It must outlive the shapes that use it, so it is freed when
// it was disposed and no world holds it any more.
import { checkNumber } from './memory.js';

const floats = (points, path) => {
  if (points instanceof Float32Array) return points;
  if (!Array.isArray(points) && !ArrayBuffer.isView(points)) throw new TypeError(`${path} must be a Float32Array or a list`);
  const flat = typeof points[0] === 'object' ? Array.from(points, (p) => [p.x, p.y, p.z]).flat() : points;
  for (const x of flat) if (typeof x !== 'number') throw new TypeError(`${path} must hold numbers, not ${x}`);
  return Float32Array.from(flat);
};
const triples = (array, path) => {
  if (array.length === 0 || array.length % 3) throw new TypeError(`${path} must hold three numbers a point, and has ${array.length}`);
  return array;
};

const whole = (value, path, lowest) => {
  if (!Number.isInteger(value) || value < lowest || value > 2 ** 31 - 1) throw new TypeError(`${path} must be a whole number from ${lowest} on, not ${String(value)}`);
  return value;
};

// Who holds it: the caller, until dispose(), and worlds and compounds. Not fields, so that nobody lets go of what is not theirs.
const holders = new WeakMap();
export const hold = (geometry) => void ++holders.get(geometry).count;
export function letGo(geometry) {
  const held = holders.get(geometry);
  if (--held.count === 0) held.free();
}

class Geometry {
  #disposed = false;
  constructor(kind, address, free) {
    this.kind = kind;
    this.address = address;
    holders.set(this, { count: 1, free });
    Object.freeze(this);
  }
  get disposed() { return this.#disposed; }
  /** Shapes that exist go on; new ones cannot use it. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    letGo(this);
  }
}

// Copies an array into the module for the time of one call.
function put(memory, array) {
  const at = memory.take(array.byteLength);
  new array.constructor(memory.memory.buffer, at, array.length).set(array);
  return at;
}

function build(memory, kind, create, destroy, held = []) {
  const { top, extra: { length: extras } } = memory;
  try {
    const address = memory.call(...create());
    memory.check();
    if (!address) throw new Error(`cairn: no ${kind} could be built from that`);
    const geometry = new Geometry(kind, address, () => {
      memory.geometries.delete(address);
      if (!memory.ended) memory.call(destroy, address);
      for (const other of held) letGo(other);
    });
    memory.geometries.set(address, geometry);
    return geometry;
  } catch (error) {
    for (const other of held) letGo(other);
    throw error;
  } finally {
    memory.done(top, extras);
  }
}

export const geometryFunctions = (memory) => ({
  createHull(points, { maxVertices = 64 } = {}) {
    const array = triples(floats(points, 'createHull: points'), 'createHull: points');
    whole(maxVertices, 'createHull: maxVertices', 4);
    return build(memory, 'hull', () => ['cairn_create_hull', put(memory, array), array.length / 3, maxVertices], 'cairn_destroy_hull');
  },
  createMesh(positions, indices) {
    const array = triples(floats(positions, 'createMesh: positions'), 'createMesh: positions');
    if (!Array.isArray(indices) && !ArrayBuffer.isView(indices)) throw new TypeError('createMesh: indices must be a Uint32Array or a list');
    const corners = triples(Uint32Array.from(indices, (i) => whole(i, 'createMesh: indices', 0)), 'createMesh: indices');
    return build(memory, 'mesh', () => ['cairn_create_mesh', put(memory, array), array.length / 3, put(memory, corners), corners.length / 3], 'cairn_destroy_mesh');
  },
  createHeightField({ columns, rows, heights, origin = { x: 0, y: 0, z: 0 }, spacingX = 1, spacingZ = 1 }) {
    const array = floats(heights, 'createHeightField: heights');
    whole(columns, 'createHeightField: columns', 2);
    whole(rows, 'createHeightField: rows', 2);
    if (array.length !== columns * rows) throw new TypeError(`createHeightField: heights must hold ${columns} x ${rows} numbers, and has ${array.length}`);
    return build(memory, 'heightField', () => {
      const at = put(memory, array), from = memory.take(12);
      memory.write('Vec3', from, origin, 'createHeightField: origin');
      return ['cairn_create_height_field', columns, rows, at, 0, from, checkNumber('float', spacingX, 'createHeightField: spacingX'), checkNumber('float', spacingZ, 'createHeightField: spacingZ')];
    }, 'cairn_destroy_height_field');
  },
  createCompound(children) {
    const held = [];
    return build(memory, 'compound', () => {
      if (!Array.isArray(children)) throw new TypeError('createCompound: children must be a list');
      const still = { p: { x: 0, y: 0, z: 0 }, q: { x: 0, y: 0, z: 0, w: 1 } };
      const use = (geometry) => (hold(geometry), held.push(geometry));
      const parts = children.map(({ shape, pose = still }) => ({ shape, pose }));
      const shapes = memory.writeList('Shape', parts.map((c) => c.shape), 'createCompound: shapes', use);
      const poses = memory.writeList('Transform', parts.map((c) => c.pose), 'createCompound: poses');
      return ['cairn_create_compound', shapes.at, poses.at, parts.length];
    }, 'cairn_destroy_compound', held);
  },
});
