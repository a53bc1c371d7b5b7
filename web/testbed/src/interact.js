// Hands: grabbing and throwing, shooting, dropping boxes, explosions, flying.
import * as THREE from 'three';

const PULL = 12; // rad/s of the spring that drags a body to the pointer
const still = { p: { x: 0, y: 0, z: 0 }, q: { x: 0, y: 0, z: 0, w: 1 } };
const plain = ({ x, y, z }) => ({ x, y, z });

export class Hands {
  constructor(view, canvas) {
    this.view = view;
    this.pointer = { x: 0, y: 0 };
    this.grip = null;
    this.keys = new Set();
    this.line = new THREE.Line(new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3()]), new THREE.LineBasicMaterial({ color: '#d9572b' }));
    this.line.visible = this.line.frustumCulled = false;
    view.scene.add(this.line);
    canvas.addEventListener('pointermove', (e) => this.#move(e, canvas));
    canvas.addEventListener('pointerdown', (e) => {
      this.#move(e, canvas);
      if (e.button === 0 && e.isPrimary) this.grab();
    }, { capture: true });
    const letGo = () => this.release();
    canvas.addEventListener('pointerup', letGo);
    canvas.addEventListener('pointercancel', letGo);
    addEventListener('keydown', (e) => { if (!isTyping(e)) this.keys.add(e.key.toLowerCase()); });
    addEventListener('keyup', (e) => this.keys.delete(e.key.toLowerCase()));
  }
  #move(e, canvas) {
    const box = canvas.getBoundingClientRect();
    this.pointer = { x: (2 * (e.clientX - box.left)) / box.width - 1, y: 1 - (2 * (e.clientY - box.top)) / box.height };
  }

  hit() {
    const { origin, direction } = this.view.ray(this.pointer.x, this.pointer.y);
    const hit = this.view.world.castRay({ origin: plain(origin), translation: plain(direction.clone().multiplyScalar(500)) });
    return hit.shape ? hit : null;
  }
  grab() {
    const world = this.view.world, hit = this.hit();
    if (!hit || world.type(hit.body) !== 'dynamic') return;
    const pose = world.pose(hit.body), q = new THREE.Quaternion(pose.q.x, pose.q.y, pose.q.z, pose.q.w).invert();
    const local = new THREE.Vector3(hit.point.x - pose.p.x, hit.point.y - pose.p.y, hit.point.z - pose.p.z).applyQuaternion(q);
    const depth = this.view.camera.position.distanceTo(new THREE.Vector3(hit.point.x, hit.point.y, hit.point.z));
    this.grip = { body: hit.body, local, depth };
    this.view.controls.enabled = false;
  }
  release() {
    this.grip = null;
    this.line.visible = false;
    this.view.controls.enabled = true;
  }
  // Before every step: a damped spring from the held point to the pointer, in units of the body's mass.
  pull() {
    const { grip, view } = this, world = view.world;
    if (!grip) return;
    if (!world.isValid(grip.body)) return this.release();
    const { origin, direction } = view.ray(this.pointer.x, this.pointer.y), target = origin.add(direction.multiplyScalar(grip.depth));
    const pose = world.pose(grip.body);
    const point = grip.local.clone().applyQuaternion(new THREE.Quaternion(pose.q.x, pose.q.y, pose.q.z, pose.q.w)).add(new THREE.Vector3(pose.p.x, pose.p.y, pose.p.z));
    const v = world.velocityAt(grip.body, plain(point)), mass = world.mass(grip.body), gravity = world.gravity();
    const force = target.clone().sub(point).multiplyScalar(PULL * PULL).sub(new THREE.Vector3(v.x, v.y, v.z).multiplyScalar(1.4 * PULL)).sub(new THREE.Vector3(gravity.x, gravity.y, gravity.z));
    force.clampLength(0, 600).multiplyScalar(mass);
    world.setAwake(grip.body, true);
    world.applyForceAt(grip.body, plain(force), plain(point));
    const w = world.angularVelocity(grip.body);
    world.setAngularVelocity(grip.body, { x: 0.94 * w.x, y: 0.94 * w.y, z: 0.94 * w.z });
    this.line.geometry.setFromPoints([point, target]);
    this.line.visible = true;
  }

  shoot() {
    const { origin, direction } = this.view.ray(this.pointer.x, this.pointer.y), radius = 0.35;
    const body = this.view.world.createBody({ type: 'dynamic', position: plain(origin), linearVelocity: plain(direction.multiplyScalar(35)), bullet: true });
    this.view.world.createShape(body, { kind: 'sphere', radius }, { density: 4000 });
    this.view.main.addExtra({ body, sphere: true, pose: still, scale: { x: radius, y: radius, z: radius }, group: 10, type: 'dynamic' });
    return body;
  }
  drop() {
    const hit = this.hit(), at = hit ? hit.point : this.view.controls.target, half = 0.4;
    const body = this.view.world.createBody({ type: 'dynamic', position: { x: at.x, y: at.y + 2, z: at.z } });
    this.view.world.createShape(body, { kind: 'box', halfExtents: { x: half, y: half, z: half } });
    this.view.main.addExtra({ body, box: true, pose: still, scale: { x: half, y: half, z: half }, group: 3, type: 'dynamic' });
    return body;
  }
  explode() {
    const hit = this.hit(), world = this.view.world;
    if (!hit) return;
    const reach = 6, seen = new Set();
    for (const { body } of world.overlapShapeAll({ shape: { kind: 'sphere', radius: reach }, pose: { p: hit.point, q: still.q } }, { fixed: false })) {
      if (seen.has(body) || world.type(body) !== 'dynamic') continue;
      seen.add(body);
      const c = world.massCenter(body), away = new THREE.Vector3(c.x - hit.point.x, c.y - hit.point.y + 0.5, c.z - hit.point.z);
      const strength = 16 * Math.max(0, 1 - away.length() / reach) * world.mass(body);
      world.applyImpulse(body, plain(away.normalize().multiplyScalar(strength)));
    }
  }
  fly(seconds) {
    const { camera, controls } = this.view, way = new THREE.Vector3();
    const forward = camera.getWorldDirection(new THREE.Vector3()), right = forward.clone().cross(camera.up).normalize();
    const add = (key, v, s) => this.keys.has(key) && way.addScaledVector(v, s);
    add('w', forward, 1); add('s', forward, -1); add('d', right, 1); add('a', right, -1); add('e', camera.up, 1); add('q', camera.up, -1);
    if (way.lengthSq() === 0) return;
    way.normalize().multiplyScalar(14 * seconds);
    camera.position.add(way);
    controls.target.add(way);
  }
}

export const isTyping = (e) => /INPUT|SELECT|TEXTAREA/.test(e.target.tagName) && e.target.type !== 'range' && e.target.type !== 'checkbox';
