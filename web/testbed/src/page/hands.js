// Hands: grabbing and throwing bodies, shooting, dropping boxes, explosions. What they do to a run goes into its log.
import * as THREE from 'three';
import { add, rounded, scale, toLocal, toWorld, vector } from '../vectors.js';

const FAR = 500; // m
export const TOOLS = ['grab', 'shoot', 'drop', 'explode'];

export class Hands {
  constructor(testbed, canvas) {
    this.testbed = testbed;
    this.view = testbed.view;
    this.tool = 'grab';
    this.pointer = { x: 0, y: 0 }; // -1 to 1
    this.grip = null; // { body, local, depth }
    const material = new THREE.LineBasicMaterial({ color: '#d9572b', depthTest: false });
    this.line = new THREE.Line(new THREE.BufferGeometry(), material);
    this.line.visible = this.line.frustumCulled = false;
    this.line.renderOrder = 11;
    this.view.scene.add(this.line);
    this.#listen(canvas);
  }
  #listen(canvas) {
    const follow = (e) => {
      const box = canvas.getBoundingClientRect();
      this.pointer.x = (2 * (e.clientX - box.left)) / box.width - 1;
      this.pointer.y = 1 - (2 * (e.clientY - box.top)) / box.height;
    };
    canvas.addEventListener('pointermove', (e) => { if (e.isPrimary) follow(e); });
    // Before the camera hears of it: what is held is not turned about.
    canvas.addEventListener('pointerdown', (e) => {
      if (!e.isPrimary) return this.release(); // a second finger moves the camera
      follow(e);
      if (e.button === 0) this.use(this.tool);
    }, { capture: true });
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => this.release());
  }
  use(tool) { this[tool](); }

  #ray() {
    const { origin, direction } = this.view.ray(this.pointer.x, this.pointer.y);
    return { origin: vector(origin), direction: vector(direction) };
  }
  #hit() {
    const { origin, direction } = this.#ray();
    const hit = this.testbed.run.world.castRay({ origin, translation: scale(FAR, direction) });
    return hit.shape ? hit : null;
  }

  grab() {
    const { world } = this.testbed.run, hit = this.#hit();
    if (!hit || world.type(hit.body) !== 'dynamic') return;
    const depth = this.view.camera.position.distanceTo(hit.point);
    this.grip = { body: hit.body, local: rounded(toLocal(world.pose(hit.body), hit.point)), depth };
    this.view.setHeld(true);
  }
  release() {
    if (!this.grip) return;
    this.grip = null;
    this.line.visible = false;
    this.view.setHeld(false);
  }
  // Before every step.
  pull() {
    const { grip } = this, { run } = this.testbed;
    if (!grip) return;
    if (!run.world.isValid(grip.body)) return this.release();
    run.act({ kind: 'pull', body: grip.body, local: grip.local, target: rounded(this.#target()) });
  }
  #target() {
    const { origin, direction } = this.#ray();
    return add(origin, scale(this.grip.depth, direction));
  }
  // Every frame.
  draw() {
    const { world } = this.testbed.run;
    this.line.visible = Boolean(this.grip) && world.isValid(this.grip.body);
    if (!this.line.visible) return;
    const ends = [toWorld(world.pose(this.grip.body), this.grip.local), this.#target()];
    this.line.geometry.setFromPoints(ends.map(({ x, y, z }) => new THREE.Vector3(x, y, z)));
  }

  shoot() {
    const { origin, direction } = this.#ray(), muzzle = add(origin, direction); // the eye is not inside the ball
    this.testbed.run.act({ kind: 'shoot', origin: rounded(muzzle), direction: rounded(direction) });
  }
  drop() {
    const at = this.#hit()?.point ?? this.view.orbit.target;
    this.testbed.run.act({ kind: 'drop', at: rounded(at) });
  }
  explode() {
    const hit = this.#hit();
    if (hit) this.testbed.run.act({ kind: 'explode', at: rounded(hit.point) });
  }
}
