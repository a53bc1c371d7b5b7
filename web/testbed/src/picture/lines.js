// Lines and dots over the picture, collected anew every frame.
import * as THREE from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

// A list of floats that grows and is written from the start again.
class Floats {
  constructor() { this.array = new Float32Array(1024); this.length = 0; }
  push(x, y, z) {
    if (this.length + 3 > this.array.length) {
      const wider = new Float32Array(2 * this.array.length);
      wider.set(this.array);
      this.array = wider;
    }
    this.array[this.length++] = x;
    this.array[this.length++] = y;
    this.array[this.length++] = z;
  }
}

const onTop = { depthTest: false, depthWrite: false, transparent: true };

export class Overlay {
  constructor(scene) {
    this.ends = new Floats();
    this.lineColours = new Floats();
    this.places = new Floats();
    this.dotColours = new Floats();
    const material = new LineMaterial({ vertexColors: true, linewidth: 1.6, opacity: 0.9, ...onTop });
    this.lines = new LineSegments2(new LineSegmentsGeometry(), material);
    const round = new THREE.PointsMaterial({ vertexColors: true, size: 7, sizeAttenuation: false, map: disc(), ...onTop });
    this.dots = new THREE.Points(new THREE.BufferGeometry(), round);
    for (const object of [this.lines, this.dots]) {
      object.frustumCulled = false;
      object.geometry.boundingSphere = new THREE.Sphere(); // else it is looked for in data that changes
      object.renderOrder = 10;
      scene.add(object);
    }
  }
  begin() {
    for (const list of [this.ends, this.lineColours, this.places, this.dotColours]) list.length = 0;
  }
  line(a, b, { r, g, b: blue }) {
    this.ends.push(a.x, a.y, a.z);
    this.ends.push(b.x, b.y, b.z);
    this.lineColours.push(r, g, blue);
    this.lineColours.push(r, g, blue);
  }
  dot(p, { r, g, b }) {
    this.places.push(p.x, p.y, p.z);
    this.dotColours.push(r, g, b);
  }
  get lineCount() { return this.ends.length / 6; }
  get dotCount() { return this.places.length / 3; }
  end() {
    this.lines.visible = this.ends.length > 0;
    if (this.lines.visible) {
      const { geometry } = this.lines;
      const starts = both(geometry, this.ends, 'instanceStart', 'instanceEnd');
      both(geometry, this.lineColours, 'instanceColorStart', 'instanceColorEnd');
      geometry.instanceCount = starts;
    }
    this.dots.visible = this.places.length > 0;
    if (this.dots.visible) {
      const { geometry } = this.dots;
      single(geometry, this.places, 'position');
      single(geometry, this.dotColours, 'color');
      geometry.setDrawRange(0, this.dotCount);
    }
  }
}

// Attributes over the list. Buffers are made anew only when the list has outgrown them.
function both(geometry, list, first, second) {
  const old = geometry.getAttribute(first)?.data;
  if (old?.array !== list.array) {
    const buffer = new THREE.InstancedInterleavedBuffer(list.array, 6, 1).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute(first, new THREE.InterleavedBufferAttribute(buffer, 3, 0));
    geometry.setAttribute(second, new THREE.InterleavedBufferAttribute(buffer, 3, 3));
  }
  const { data } = geometry.getAttribute(first);
  data.clearUpdateRanges();
  data.addUpdateRange(0, list.length);
  data.needsUpdate = true;
  return list.length / 6;
}
function single(geometry, list, name) {
  if (geometry.getAttribute(name)?.array !== list.array)
    geometry.setAttribute(name, new THREE.BufferAttribute(list.array, 3).setUsage(THREE.DynamicDrawUsage));
  const attribute = geometry.getAttribute(name);
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, list.length);
  attribute.needsUpdate = true;
}

function disc() {
  const canvas = document.createElement('canvas'), size = 32;
  canvas.width = canvas.height = size;
  const g = canvas.getContext('2d');
  g.fillStyle = '#fff';
  g.beginPath();
  g.arc(size / 2, size / 2, size / 2 - 2, 0, 2 * Math.PI);
  g.fill();
  return new THREE.CanvasTexture(canvas);
}
