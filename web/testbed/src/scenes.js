// The scenes that are compiled into cairn_scenes.wasm, over an engine made from that module.
const ITEM = 60, POINT = 16; // bytes of cairn_scene_item and cairn_scene_point (src/scenes.h)

export class Scenes {
  constructor(engine) {
    this.engine = engine;
    this.heap = engine.internals.heap;
    this.exports = engine.internals.exports;
    this.list = JSON.parse(this.heap.text(this.exports.cairn_scenes_catalog()));
    this.heap.refresh();
  }
  // Values by name; what is not given has its default.
  create(name, values = {}, def = {}) {
    const { heap, exports } = this, info = this.list.find((s) => s.name === name);
    if (!info) throw new Error(`there is no scene '${name}'`);
    try {
      const text = new TextEncoder().encode(`${name}\0`), at = heap.take(text.length);
      heap.bytes.set(text, at);
      const numbers = heap.take(8 * info.parameters.length + 8);
      info.parameters.forEach((p, i) => heap.view.setFloat64(numbers + 8 * i, values[p.name] ?? p.value, true));
      const settings = this.engine.internals.worldDefinition(def, 'scene');
      const pointer = exports.cairn_create_scene(at, numbers, info.parameters.length, settings);
      heap.check();
      return new Scene(this, info, pointer);
    } finally {
      heap.done();
    }
  }
}

export class Scene {
  constructor(scenes, info, pointer) {
    Object.assign(this, { heap: scenes.heap, exports: scenes.exports, info, pointer });
    this.worldPointer = this.exports.cairn_scene_world(pointer);
    this.world = scenes.engine.internals.wrapWorld(this.worldPointer);
    this.view = this.#readView();
  }
  step() {
    this.exports.cairn_scene_step(this.pointer);
    this.heap.check();
  }
  get steps() { return this.exports.cairn_scene_step_count(this.pointer); }
  #readView() {
    const at = this.heap.take(36);
    this.exports.cairn_scene_get_view(this.pointer, at);
    this.heap.refresh();
    const f = (i) => this.heap.view.getFloat32(at + 4 * i, true);
    const steps = this.heap.view.getInt32(at + 32, true);
    const view = { eye: [f(0), f(1), f(2)], target: [f(3), f(4), f(5)], fieldOfView: f(6), dt: f(7), steps };
    this.heap.done();
    return view;
  }
  #list(call, size, read, from) {
    const out = this.heap.take(4), count = call(this.pointer, out);
    this.heap.refresh();
    const data = this.heap.view.getUint32(out, true), list = [];
    for (let i = from; i < count; ++i) list.push(read(data + i * size));
    this.heap.done();
    return list;
  }
  // How many things there are to draw.
  counts() {
    const out = this.heap.take(4), items = this.exports.cairn_scene_items(this.pointer, out);
    const points = this.exports.cairn_scene_points(this.pointer, out);
    this.heap.refresh();
    this.heap.done();
    return { items, points };
  }
  // Things to draw from the given one on; the list grows, and shrinks when an earlier state is loaded.
  items(from = 0) {
    const { heap } = this;
    const read = (at) => ({
      body: heap.read('BodyId', at),
      pose: heap.read('Transform', at + 8),
      scale: heap.read('Vec3', at + 36),
      mesh: heap.view.getInt32(at + 48, true),
      group: heap.view.getInt32(at + 52, true),
      type: heap.read('BodyType', at + 56),
    });
    return this.#list(this.exports.cairn_scene_items, ITEM, read, from);
  }
  // Every body with something to draw, once.
  bodyIds() { return [...new Set(this.items().map((item) => item.body))]; }
  points(from = 0) {
    const { heap } = this;
    const read = (at) => ({
      particle: heap.read('ParticleId', at),
      radius: heap.view.getFloat32(at + 8, true),
      group: heap.view.getInt32(at + 12, true),
    });
    return this.#list(this.exports.cairn_scene_points, POINT, read, from);
  }
  // Copies of the triangles.
  mesh(index) {
    const { heap } = this, at = heap.take(20);
    this.exports.cairn_scene_get_mesh(this.pointer, index, at);
    heap.refresh();
    const u = (i) => heap.view.getUint32(at + 4 * i, true), buffer = heap.memory.buffer;
    const mesh = {
      positions: new Float32Array(buffer, u(0), 3 * u(3)).slice(),
      normals: new Float32Array(buffer, u(1), 3 * u(3)).slice(),
      indices: new Uint32Array(buffer, u(2), u(4)).slice(),
    };
    heap.done();
    return mesh;
  }
  // The state as bytes, and back: of a scene with the same name and values, of the same build.
  save() {
    const { heap } = this, out = heap.take(4), size = this.exports.cairn_scene_save(this.pointer, out);
    heap.check();
    const at = heap.view.getUint32(out, true), bytes = heap.bytes.slice(at, at + size);
    heap.done();
    return bytes;
  }
  load(bytes) {
    const { heap } = this, at = heap.take(bytes.length);
    heap.bytes.set(bytes, at);
    try {
      this.exports.cairn_scene_load(this.pointer, at, bytes.length);
      heap.check();
    } finally {
      heap.done();
    }
  }
  dispose() {
    if (!this.pointer) return;
    this.world.dispose();
    this.exports.cairn_destroy_scene(this.pointer);
    this.pointer = 0;
  }
}
