// A camera that flies: drag to look around, and keys or a stick on the screen to move.
import * as THREE from 'three';

const TURN = 0.0035; // rad per pixel
const SPEED = 12; // m/s

export class FlyControls {
  constructor(camera, canvas) {
    this.camera = camera;
    this.enabled = false;
    this.held = false; // a body is, so drags are not ours
    this.push = { x: 0, y: 0, z: 0 }; // right, up, forward; -1 to 1
    this.fast = false;
    this.angles = new THREE.Euler(0, 0, 0, 'YXZ');
    canvas.addEventListener('pointermove', (e) => {
      if (this.enabled && !this.held && e.buttons !== 0 && e.isPrimary) this.#turn(e.movementX, e.movementY);
    });
  }
  #turn(x, y) {
    this.angles.setFromQuaternion(this.camera.quaternion);
    this.angles.y -= TURN * x;
    this.angles.x = Math.max(-1.5, Math.min(1.5, this.angles.x - TURN * y));
    this.angles.z = 0;
    this.camera.quaternion.setFromEuler(this.angles);
  }
  update(seconds) {
    const { x, y, z } = this.push;
    if (x === 0 && y === 0 && z === 0) return;
    const forward = this.camera.getWorldDirection(new THREE.Vector3());
    const right = forward.clone().cross(this.camera.up).normalize();
    const way = right.multiplyScalar(x).addScaledVector(this.camera.up, y).addScaledVector(forward, z);
    this.camera.position.addScaledVector(way, SPEED * (this.fast ? 4 : 1) * seconds);
  }
}
