// What a world knows of itself, drawn over the picture. Each of the drawings below is a switch on the page.
import * as THREE from 'three';
import { add, cross, length, scale, subtract } from '../vectors.js';
import { numberColour } from './colours.js';
import { drawJoint } from './joint_drawing.js';
import { Overlay } from './lines.js';

const colour = (text) => new THREE.Color(text);
const INK = {
  touching: colour('#19a463'), deep: colour('#e02424'), apart: colour('#8a97a8'), normal: colour('#2a7de1'),
  impulse: colour('#f08a24'), friction: colour('#b44ad0'), centre: colour('#e0338f'), leaf: colour('#7d8ea6'),
};
const DEEP = -0.005; // m
const paint = new THREE.Color();
const at = (floats, i) => ({ x: floats[i], y: floats[i + 1], z: floats[i + 2] });

// Impulses differ by orders of magnitude: arrows grow with the fourth root.
const arrowLength = (impulse, size) => 0.25 * size * Math.sqrt(Math.sqrt(impulse));

export const DRAWINGS = {
  contacts: {
    what: 'contact points with normals: green touches, red is more than 5 mm deep, grey is not there yet',
    draw({ overlay, inspector, scene, size }) {
      const { count, floats } = inspector.contacts(scene);
      for (let i = 0, k = 0; i < count; ++i, k += 11) {
        const point = at(floats, k), separation = floats[k + 6];
        overlay.dot(point, separation < DEEP ? INK.deep : floats[k + 7] > 0 ? INK.touching : INK.apart);
        overlay.line(point, add(point, scale(0.3 * size, at(floats, k + 3))), INK.normal);
      }
    },
  },
  impulses: {
    what: 'impulses of contacts: orange along the normal, purple friction; lengths as the fourth root',
    draw({ overlay, inspector, scene, size }) {
      const { count, floats } = inspector.contacts(scene);
      for (let i = 0, k = 0; i < count; ++i, k += 11) {
        const point = at(floats, k), impulse = floats[k + 7], friction = at(floats, k + 8), slide = length(friction);
        if (impulse > 0) arrow(overlay, point, scale(arrowLength(impulse, size), at(floats, k + 3)), INK.impulse);
        if (slide > 0) arrow(overlay, point, scale(arrowLength(slide, size) / slide, friction), INK.friction);
      }
    },
  },
  colours: {
    what: 'constraints by colour: those of a colour are solved side by side',
    draw: (context) => drawConstraints(context, 6),
  },
  cells: {
    what: 'constraints by cell (schedule cells): those of a cell are solved one after the other',
    draw: (context) => drawConstraints(context, 7),
  },
  tree: {
    what: 'bounding boxes of the tree over moving shapes (BVH): leaves grey, branches by their depth',
    draw({ overlay, inspector, scene }) {
      const { count, floats, ints } = inspector.boxes(scene, 0);
      for (let i = 0, k = 0; i < count; ++i, k += 8)
        box(overlay, at(floats, k), at(floats, k + 3), ints[k + 7] ? INK.leaf : numberColour(ints[k + 6], paint));
    },
  },
  joints: {
    what: 'frames of joints (x red, y green, z blue) and what their limits allow',
    draw({ overlay, inspector, scene, size }) {
      for (const joint of inspector.joints(scene)) drawJoint(overlay, scene.world, joint, size);
    },
  },
  centres: {
    what: 'centres of mass',
    draw({ overlay, bodies, scene: { world } }) {
      for (const body of bodies)
        if (world.isValid(body) && world.mass(body) > 0) overlay.dot(world.massCenter(body), INK.centre);
    },
  },
};

export class DebugDraw {
  constructor(view, inspector) {
    this.view = view;
    this.inspector = inspector;
    this.on = Object.fromEntries(Object.keys(DRAWINGS).map((name) => [name, false]));
    this.overlay = new Overlay(view.scene);
  }
  update() {
    this.overlay.begin();
    const { scene } = this.view.run, { bodies } = this.view.main;
    const context = { overlay: this.overlay, inspector: this.inspector, scene, bodies, size: this.#size() };
    for (const [name, { draw }] of Object.entries(DRAWINGS)) if (this.on[name]) draw(context);
    this.overlay.end();
  }
  // How long a mark of middle size should be, in metres: in proportion to the scene.
  #size() {
    const { eye, target } = this.view.run.scene.view;
    return Math.min(2, Math.hypot(...eye.map((x, i) => x - target[i])) / 18);
  }
}

function drawConstraints({ overlay, inspector, scene }, word) {
  const { count, floats, ints } = inspector.constraints(scene);
  for (let i = 0, k = 0; i < count; ++i, k += 8)
    overlay.line(at(floats, k), at(floats, k + 3), numberColour(ints[k + word], paint));
}

function arrow(overlay, from, way, ink) {
  const tip = add(from, way), long = length(way);
  overlay.line(from, tip, ink);
  const side = Math.abs(way.y) < 0.9 * long ? { x: 0, y: 1, z: 0 } : { x: 1, y: 0, z: 0 };
  const across = cross(way, side), wing = scale((0.12 * long) / length(across), across);
  const neck = subtract(tip, scale(0.25, way));
  overlay.line(tip, add(neck, wing), ink);
  overlay.line(tip, subtract(neck, wing), ink);
}

function box(overlay, lower, upper, ink) {
  const corner = (i) => ({ x: i & 1 ? upper.x : lower.x, y: i & 2 ? upper.y : lower.y, z: i & 4 ? upper.z : lower.z });
  for (let i = 0; i < 8; ++i) for (const bit of [1, 2, 4]) if (!(i & bit)) overlay.line(corner(i), corner(i | bit), ink);
}
