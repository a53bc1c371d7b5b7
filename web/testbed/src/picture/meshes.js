// What a lane looks like: instanced meshes of its shapes, moved to the poses of its world.
import * as THREE from 'three';
import { ASLEEP, groupColour, numberColour } from './colours.js';
import { writeMatrix } from './instance_matrix.js';

const STILL = { p: { x: 0, y: 0, z: 0 }, q: { x: 0, y: 0, z: 0, w: 1 } };
const EXTRA_GROUPS = { sphere: 9, box: 3 };

// What the user has added, as the scene describes its own things.
const itemOf = ({ body, kind, size }) => ({
  body, mesh: kind, pose: STILL, scale: { x: size, y: size, z: size }, group: EXTRA_GROUPS[kind], type: 'dynamic',
});

export class SceneMeshes {
  // look: { plain, ground, tint, ghost }. A tint replaces all colours; a ghost is drawn through what is in front of it
  // and leaves out the scenery, which the first lane shows already.
  constructor(lane, look) {
    this.lane = lane;
    this.look = look;
    this.root = new THREE.Group();
    this.paintBy = 'group';
    this.islandsOf = null; // (bodies) -> numbers, for paintBy 'island'
    this.#begin();
  }
  #begin() {
    this.loads = this.lane.loads;
    this.items = [];
    this.bodies = []; // each once; the slot of an item is its index here
    this.slots = new Map();
    this.batches = new Map(); // by mesh
    this.sceneItems = 0; // how many have been taken in
    this.extras = this.lane.extras.slice(0, 0);
    this.points = [];
    this.pointBatch = null;
    this.grow();
  }
  dispose() {
    for (const child of this.root.children) {
      child.geometry.dispose();
      child.material.dispose();
      child.dispose();
    }
    this.root.clear();
    this.root.removeFromParent();
    this.poses?.dispose();
    this.pointView?.dispose();
    this.poses = this.pointView = null;
  }
  // After the state was replaced: the same things as far as they exist, or everything anew.
  #follow() {
    if (this.loads === this.lane.loads) return;
    this.loads = this.lane.loads;
    const { items, points } = this.lane.scene.counts();
    if (items === this.sceneItems && points === this.points.length && this.lane.extras === this.extras) return;
    const parent = this.root.parent;
    this.dispose();
    parent?.add(this.root);
    this.#begin();
  }

  // Takes in what has come since the last frame.
  grow() {
    const { scene, extras } = this.lane;
    const fresh = scene.items(this.sceneItems);
    this.sceneItems += fresh.length;
    const shown = this.look.ghost ? fresh.filter((item) => item.group !== 0) : fresh;
    const added = extras.slice(this.extras.length).map(itemOf);
    this.extras = extras;
    if (shown.length + added.length) this.#add([...shown, ...added]);
    const points = scene.points(this.points.length);
    if (points.length) this.#addPoints(points);
  }
  #add(items) {
    for (const item of items) {
      if (!this.slots.has(item.body)) this.slots.set(item.body, this.bodies.push(item.body) - 1);
      item.slot = this.slots.get(item.body);
      if (!this.batches.has(item.mesh)) this.batches.set(item.mesh, { items: [], mesh: null });
      this.batches.get(item.mesh).items.push(item);
      this.items.push(item);
    }
    for (const batch of this.batches.values()) if (batch.mesh?.count !== batch.items.length) this.#fill(batch);
    if (this.poses) this.poses.set(this.bodies);
    else this.poses = this.lane.world.createPoseView(this.bodies);
  }
  // A mesh with room for the items of a batch.
  #fill(batch) {
    const count = batch.items.length;
    if (!batch.mesh || batch.mesh.instanceMatrix.count < count) {
      const geometry = batch.mesh?.geometry ?? this.#geometry(batch.items[0].mesh);
      if (batch.mesh) this.#discard(batch.mesh);
      batch.mesh = this.#instanced(geometry, Math.max(16, 2 ** Math.ceil(Math.log2(count))));
    }
    batch.mesh.count = count;
    this.#paint(batch);
  }
  #discard(mesh) {
    this.root.remove(mesh);
    mesh.material.dispose();
    mesh.dispose();
  }
  #geometry(mesh) {
    if (mesh === 'sphere') return new THREE.SphereGeometry(1, 24, 16);
    if (mesh === 'box') return new THREE.BoxGeometry(2, 2, 2);
    const { positions, normals, indices } = this.lane.scene.mesh(mesh), geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(normals, 3));
    geometry.setIndex(new THREE.BufferAttribute(indices, 1));
    return geometry;
  }
  #material() {
    const { plain, ghost } = this.look;
    if (ghost) return new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.5, depthWrite: false });
    return plain ? new THREE.MeshLambertMaterial() : new THREE.MeshStandardMaterial({ roughness: 0.85 });
  }
  #instanced(geometry, capacity) {
    const mesh = new THREE.InstancedMesh(geometry, this.#material(), capacity);
    mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    mesh.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * capacity), 3);
    mesh.castShadow = mesh.receiveShadow = !this.look.plain && !this.look.ghost;
    mesh.frustumCulled = false;
    this.root.add(mesh);
    return mesh;
  }
  // Particles are small balls.
  #addPoints(points) {
    this.points.push(...points);
    const count = this.points.length;
    if (this.pointBatch) this.#discard(this.pointBatch);
    this.pointBatch = this.#instanced(new THREE.SphereGeometry(1, 10, 7), count);
    this.pointBatch.count = count;
    this.points.forEach(({ group }, i) => this.pointBatch.setColorAt(i, this.look.tint ?? groupColour(group, i)));
    this.pointView?.dispose();
    this.pointView = this.lane.world.createPointView(this.points.map((p) => p.particle));
  }

  // Colours that do not change from frame to frame.
  repaint() { for (const batch of this.batches.values()) this.#paint(batch); }
  #paint(batch) {
    batch.items.forEach((item, i) => batch.mesh.setColorAt(i, this.#colourOf(item)));
    batch.mesh.instanceColor.needsUpdate = true;
  }
  #colourOf(item) {
    if (item.group === 0) return this.look.ground;
    return this.look.tint ?? groupColour(item.group, item.slot);
  }
  // Colours that do.
  #paintStates(poses) {
    const islands = this.paintBy === 'island' ? this.islandsOf(this.bodies) : null;
    for (const { items, mesh } of this.batches.values()) {
      items.forEach((item, i) => {
        if (item.type !== 'dynamic') return;
        const awake = poses[8 * item.slot + 7] !== 0;
        if (islands) mesh.setColorAt(i, numberColour(islands[item.slot]));
        else mesh.setColorAt(i, awake ? this.#colourOf(item) : ASLEEP);
      });
      mesh.instanceColor.needsUpdate = true;
    }
  }

  // Poses of the world into matrices of the instances.
  update() {
    this.#follow();
    this.grow();
    const poses = this.poses?.update();
    if (poses) {
      for (const { items, mesh } of this.batches.values()) {
        const out = mesh.instanceMatrix.array;
        for (let i = 0; i < items.length; ++i) writeMatrix(out, 16 * i, poses, 8 * items[i].slot, items[i]);
        mesh.instanceMatrix.needsUpdate = true;
      }
      if (this.paintBy !== 'group') this.#paintStates(poses);
    }
    if (this.pointView) this.#updatePoints();
  }
  #updatePoints() {
    const points = this.pointView.update(), out = this.pointBatch.instanceMatrix.array;
    out.fill(0);
    this.points.forEach(({ radius }, i) => {
      out[16 * i] = out[16 * i + 5] = out[16 * i + 10] = radius;
      for (let k = 0; k < 3; ++k) out[16 * i + 12 + k] = points[4 * i + k];
      out[16 * i + 15] = 1;
    });
    this.pointBatch.instanceMatrix.needsUpdate = true;
  }
}
