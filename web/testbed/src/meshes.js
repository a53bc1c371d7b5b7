// What a scene looks like: instanced meshes of its shapes, moved to the poses of its world. A tint makes a ghost of it, for a second
// scene in the same picture.
import * as THREE from 'three';

const PALETTE = ['#f0803c', '#3d8fd6', '#f6bd3f', '#55b57c', '#b06fd0', '#e2566b', '#2fc1b4', '#b08d74', '#8fa0ba'];

export class SceneMeshes {
  constructor(scene, { plain, groundColour, tint }) {
    Object.assign(this, { source: scene, world: scene.world, plain, groundColour, tint: tint && new THREE.Color(tint) });
    Object.assign(this, { root: new THREE.Group(), items: [], points: [], batches: new Map(), ids: [], slots: new Map(), extraCount: 0, left: 0, showSleep: false });
    this.grow();
  }
  dispose() {
    for (const child of this.root.children) { child.geometry.dispose(); child.material.dispose(); }
    this.root.removeFromParent();
  }

  // Takes in what the scene has added since the last frame.
  grow() {
    const fresh = this.source.items(this.items.length - this.extraCount + this.left);
    // Scenery stands still, so a second scene need not show it again.
    const shown = this.tint ? fresh.filter((item) => item.group !== 0) : fresh;
    this.left += fresh.length - shown.length;
    if (shown.length) this.add(shown);
    const points = this.source.points(this.points.length);
    if (points.length) {
      this.points.push(...points);
      this.pointView = this.world.createPointView(this.points.map((p) => p.particle));
      this.#makePointBatch();
    }
  }
  add(items) {
    for (const item of items) {
      if (!this.slots.has(item.body)) this.slots.set(item.body, this.ids.push(item.body) - 1);
      item.slot = this.slots.get(item.body);
      const key = item.sphere ? 'sphere' : item.box ? 'box' : `${item.mesh}`;
      if (!this.batches.has(key)) this.batches.set(key, { items: [], mesh: null });
      this.batches.get(key).items.push(item);
      this.batches.get(key).stale = true;
      this.items.push(item);
    }
    for (const [key, batch] of this.batches) if (batch.stale) this.#makeBatch(key, batch);
    if (this.poses) this.poses.set(this.ids);
    else this.poses = this.world.createPoseView(this.ids);
  }
  // Things that the user adds, beside those of the scene.
  addExtra(item) {
    ++this.extraCount;
    this.add([item]);
  }

  #geometry(key, item) {
    if (key === 'sphere') return new THREE.SphereGeometry(1, 24, 16);
    if (key === 'box') return new THREE.BoxGeometry(2, 2, 2);
    const { positions, normals, indices } = this.source.mesh(item.mesh), geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(normals, 3));
    geometry.setIndex(new THREE.BufferAttribute(indices, 1));
    return geometry;
  }
  #material() {
    if (this.tint) return new THREE.MeshStandardMaterial({ roughness: 0.9, transparent: true, opacity: 0.45, depthWrite: false });
    return this.plain ? new THREE.MeshLambertMaterial() : new THREE.MeshStandardMaterial({ roughness: 0.62, metalness: 0.04 });
  }
  #instanced(geometry, count, capacity) {
    const mesh = new THREE.InstancedMesh(geometry, this.#material(), capacity);
    mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    mesh.castShadow = mesh.receiveShadow = !this.plain && !this.tint;
    mesh.frustumCulled = false;
    mesh.count = count;
    mesh.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * capacity), 3);
    return mesh;
  }
  #makeBatch(key, batch) {
    const capacity = Math.max(16, 2 ** Math.ceil(Math.log2(batch.items.length)));
    if (!batch.mesh || batch.mesh.instanceMatrix.count < batch.items.length) {
      const geometry = batch.mesh?.geometry ?? this.#geometry(key, batch.items[0]);
      if (batch.mesh) this.root.remove(batch.mesh);
      batch.mesh = this.#instanced(geometry, batch.items.length, capacity);
      this.root.add(batch.mesh);
    }
    batch.mesh.count = batch.items.length;
    batch.stale = false;
    this.#paint(batch);
  }
  #makePointBatch() {
    if (this.pointBatch) this.root.remove(this.pointBatch);
    this.pointBatch = this.#instanced(new THREE.SphereGeometry(1, 12, 8), this.points.length, this.points.length);
    this.points.forEach((p, i) => this.pointBatch.setColorAt(i, new THREE.Color(PALETTE[p.group % PALETTE.length])));
    this.root.add(this.pointBatch);
  }
  colourOf(item) {
    if (this.tint) return this.tint;
    if (item.group === 0) return this.groundColour;
    const colour = new THREE.Color(PALETTE[(item.group - 1) % PALETTE.length]);
    // A little difference from one to the next lets the eye tell them apart.
    const shade = ((item.slot * 2654435761) >>> 16) % 100 / 100 - 0.5;
    return colour.offsetHSL(0.012 * shade, 0, 0.07 * shade);
  }
  #paint(batch) {
    batch.items.forEach((item, i) => batch.mesh.setColorAt(i, this.colourOf(item)));
    batch.mesh.instanceColor.needsUpdate = true;
  }
  repaint() { for (const batch of this.batches?.values() ?? []) this.#paint(batch); }

  // Poses of the world into matrices of the instances.
  update() {
    this.grow();
    const poses = this.poses?.update();
    if (!poses) return;
    for (const batch of this.batches.values()) {
      const out = batch.mesh.instanceMatrix.array, colours = batch.mesh.instanceColor.array;
      batch.items.forEach((item, i) => {
        writeMatrix(out, 16 * i, poses, 8 * item.slot, item);
        if (this.showSleep && item.type === 'dynamic') {
          const base = this.colourOf(item), k = poses[8 * item.slot + 7] ? 1 : 0.35;
          colours[3 * i] = base.r * k; colours[3 * i + 1] = base.g * k; colours[3 * i + 2] = base.b * k + (1 - k) * 0.12;
        }
      });
      batch.mesh.instanceMatrix.needsUpdate = true;
      if (this.showSleep) batch.mesh.instanceColor.needsUpdate = true;
    }
    if (!this.pointBatch) return;
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

// pose * (local pose, scale), column by column; a body that is gone has a zero pose, which shows nothing.
function writeMatrix(out, at, poses, from, { pose, scale }) {
  const ax = poses[from + 3], ay = poses[from + 4], az = poses[from + 5], aw = poses[from + 6];
  const { x: bx, y: by, z: bz, w: bw } = pose.q, { x: px, y: py, z: pz } = pose.p;
  const x = aw * bx + ax * bw + ay * bz - az * by, y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw, w = aw * bw - ax * bx - ay * by - az * bz;
  const n = x * x + y * y + z * z + w * w > 0.5 ? 1 : 0;
  out[at] = n * (1 - 2 * (y * y + z * z)) * scale.x; out[at + 1] = 2 * (x * y + z * w) * scale.x; out[at + 2] = 2 * (x * z - y * w) * scale.x;
  out[at + 4] = 2 * (x * y - z * w) * scale.y; out[at + 5] = n * (1 - 2 * (x * x + z * z)) * scale.y; out[at + 6] = 2 * (y * z + x * w) * scale.y;
  out[at + 8] = 2 * (x * z + y * w) * scale.z; out[at + 9] = 2 * (y * z - x * w) * scale.z; out[at + 10] = n * (1 - 2 * (x * x + y * y)) * scale.z;
  const tx = ay * pz - az * py, ty = az * px - ax * pz, tz = ax * py - ay * px;
  out[at + 12] = poses[from] + px + 2 * (aw * tx + ay * tz - az * ty);
  out[at + 13] = poses[from + 1] + py + 2 * (aw * ty + az * tx - ax * tz);
  out[at + 14] = poses[from + 2] + pz + 2 * (aw * tz + ax * ty - ay * tx);
  out[at + 3] = out[at + 7] = out[at + 11] = 0;
  out[at + 15] = 1;
}
