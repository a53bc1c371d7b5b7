// What debug drawing shows of a world, as it lies in memory (web/src/inspect.h): valid until the next call.
const CONTACT = 11, CONSTRAINT = 8, BOX = 8, ROPE = 6; // words

export class Inspector {
  constructor(engine) {
    this.heap = engine.internals.heap;
    this.exports = engine.internals.exports;
  }
  #words(call, size) {
    const { heap } = this, out = heap.take(4), count = call(out);
    heap.check();
    const at = heap.view.getUint32(out, true), buffer = heap.memory.buffer;
    heap.done();
    const words = count * size;
    return { count, floats: new Float32Array(buffer, at, words), ints: new Int32Array(buffer, at, words) };
  }
  // position (3), normal (3), separation, impulse, friction impulse (3)
  contacts(scene) {
    return this.#words((out) => this.exports.cairn_inspect_contacts(scene.worldPointer, out), CONTACT);
  }
  // from (3), to (3); integers: batch, block
  constraints(scene) {
    return this.#words((out) => this.exports.cairn_inspect_constraints(scene.worldPointer, out), CONSTRAINT);
  }
  // lower (3), upper (3); integers: depth, leaf
  boxes(scene, tree) {
    return this.#words((out) => this.exports.cairn_inspect_boxes(scene.worldPointer, tree, out), BOX);
  }
  // from (3), to (3)
  ropes(scene) {
    return this.#words((out) => this.exports.cairn_inspect_ropes(scene.worldPointer, out), ROPE);
  }
  joints(scene) {
    const ids = this.#words((out) => this.exports.cairn_inspect_joints(scene.worldPointer, out), 2);
    const read = (i) => this.heap.read('JointId', ids.floats.byteOffset + 8 * i);
    return Array.from({ length: ids.count }, (_, i) => read(i));
  }
  // For each body the number of its island, -1 for none.
  islands(scene, bodies) {
    const { heap } = this, ids = heap.take(8 * bodies.length), out = heap.take(4 * bodies.length);
    bodies.forEach((body, i) => heap.writeId('BodyId', ids + 8 * i, body, 'islands'));
    this.exports.cairn_inspect_islands(scene.worldPointer, ids, bodies.length, out);
    heap.refresh();
    const islands = new Int32Array(heap.memory.buffer, out, bodies.length).slice();
    heap.done();
    return islands;
  }
}
