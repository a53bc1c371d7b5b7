// Strings of distance joints, which have no body that could be seen: a thin line each.
import * as THREE from 'three';

export class Ropes {
  constructor(view, inspector) {
    this.view = view;
    this.inspector = inspector;
    this.material = new THREE.LineBasicMaterial();
    this.lines = new THREE.LineSegments(new THREE.BufferGeometry(), this.material);
    this.lines.frustumCulled = false;
    this.lines.geometry.boundingSphere = new THREE.Sphere();
    view.scene.add(this.lines);
  }
  update() {
    const { geometry } = this.lines, { floats } = this.inspector.ropes(this.view.run.scene);
    this.lines.visible = floats.length > 0;
    if (!this.lines.visible) return;
    this.material.color.copy(this.view.ground).multiplyScalar(this.view.isDark ? 2 : 0.35);
    const room = geometry.getAttribute('position')?.array.length ?? 0;
    if (room < floats.length) {
      const wider = new Float32Array(2 * floats.length);
      geometry.setAttribute('position', new THREE.BufferAttribute(wider, 3).setUsage(THREE.DynamicDrawUsage));
    }
    const position = geometry.getAttribute('position');
    position.array.set(floats);
    position.needsUpdate = true;
    geometry.setDrawRange(0, floats.length / 3);
  }
}
