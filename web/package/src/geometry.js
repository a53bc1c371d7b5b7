// Data of shapes: hulls, meshes, height fields, compounds. It must outlive the shapes that use it, so it is freed when
// it was disposed and no world holds it any more.
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

class Geometry {
  #holders = 1; // the caller, until dispose(), and worlds
  #disposed = false;
  #free;
  constructor(kind, address, free) {
    this.kind = kind;
    this.address = address;
    this.#free = free;
    Object.freeze(this);
  }
  get disposed() { return this.#disposed; }
  /** Shapes that exist go on; new ones cannot use it. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.letGo();
  }
  hold() { ++this.#holders; }
  letGo() { if (--this.#holders === 0) this.#free(); }
}

// Copies an array into the module for the time of one call.
function put(memory, array) {
  const at = memory.take(array.byteLength);
  new array.constructor(memory.memory.buffer, at, array.length).set(array);
  return at;
}

function build(memory, kind, create, destroy, held = []) {
  try {
    const address = create();
    memory.check();
    if (!address) throw new Error(`cairn: no ${kind} could be built from that`);
    for (const other of held) other.hold();
    const geometry = new Geometry(kind, address, () => {
      memory.geometries.delete(address);
      memory.exports[destroy](address);
      for (const other of held) other.letGo();
    });
    memory.geometries.set(address, geometry);
    return geometry;
  } finally {
    memory.done();
  }
}

export const geometryFunctions = (memory) => ({
  createHull(points, { maxVertices = 64 } = {}) {
    const array = triples(floats(points, 'createHull: points'), 'createHull: points');
    return build(memory, 'hull', () => memory.exports.cairn_create_hull(put(memory, array), array.length / 3, maxVertices), 'cairn_destroy_hull');
  },
  createMesh(positions, indices) {
    const array = triples(floats(positions, 'createMesh: positions'), 'createMesh: positions');
    const corners = triples(Uint32Array.from(indices), 'createMesh: indices');
    return build(memory, 'mesh', () => memory.exports.cairn_create_mesh(put(memory, array), array.length / 3, put(memory, corners), corners.length / 3), 'cairn_destroy_mesh');
  },
  createHeightField({ columns, rows, heights, origin = { x: 0, y: 0, z: 0 }, spacingX = 1, spacingZ = 1 }) {
    const array = floats(heights, 'createHeightField: heights');
    if (array.length !== columns * rows) throw new TypeError(`createHeightField: heights must hold ${columns} x ${rows} numbers, and has ${array.length}`);
    return build(memory, 'heightField', () => {
      const at = put(memory, array), from = memory.take(12);
      memory.write('Vec3', from, origin, 'createHeightField: origin');
      return memory.exports.cairn_create_height_field(columns, rows, at, 0, from, spacingX, spacingZ);
    }, 'cairn_destroy_height_field');
  },
  createCompound(children) {
    const held = [];
    return build(memory, 'compound', () => {
      const still = { p: { x: 0, y: 0, z: 0 }, q: { x: 0, y: 0, z: 0, w: 1 } };
      const shapes = memory.writeList('Shape', children.map((c) => c.shape), 'createCompound: shapes', (g) => held.push(g));
      const poses = memory.writeList('Transform', children.map((c) => c.pose ?? still), 'createCompound: poses');
      return memory.exports.cairn_create_compound(shapes, poses, children.length);
    }, 'cairn_destroy_compound', held);
  },
});
