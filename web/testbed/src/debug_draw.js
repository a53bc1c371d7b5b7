// Lines over the picture: contact points with normals and impulses, bounding boxes, joints, centres of mass.
import * as THREE from 'three';

const LIMIT = 2000; // bodies that are looked at in a frame

export class DebugDraw {
  constructor(view) {
    this.view = view;
    this.on = { contacts: false, impulses: false, boxes: false, joints: false, centres: false };
    this.material = new THREE.LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true });
    this.lines = new THREE.LineSegments(new THREE.BufferGeometry(), this.material);
    this.dots = new THREE.Points(new THREE.BufferGeometry(), new THREE.PointsMaterial({ vertexColors: true, size: 5, sizeAttenuation: false, depthTest: false, transparent: true }));
    for (const object of [this.lines, this.dots]) {
      object.frustumCulled = false;
      object.renderOrder = 10;
      view.scene.add(object);
    }
  }
  update() {
    const lines = [], dots = [];
    if (Object.values(this.on).some(Boolean)) this.#collect(lines, dots);
    for (const [object, list] of [[this.lines, lines], [this.dots, dots]]) {
      object.geometry.dispose();
      object.geometry = new THREE.BufferGeometry();
      object.visible = list.length > 0;
      object.geometry.setAttribute('position', new THREE.Float32BufferAttribute(list.flatMap((v) => v.slice(0, 3)), 3));
      object.geometry.setAttribute('color', new THREE.Float32BufferAttribute(list.flatMap((v) => v.slice(3)), 3));
    }
  }
  #collect(lines, dots) {
    const { world, ids, items } = this.view.main, on = this.on, joints = new Set();
    const segment = (a, b, c) => lines.push([a.x, a.y, a.z, ...c], [b.x, b.y, b.z, ...c]);
    const seen = new Set(items.filter((i) => i.type === 'dynamic').map((i) => i.body));
    for (const body of ids.filter((id) => seen.has(id)).slice(0, LIMIT)) {
      if (!world.isValid(body)) continue;
      if (on.contacts || on.impulses) for (const c of world.contacts(body)) for (const p of c.points.slice(0, c.pointCount)) {
        const deep = p.separation < -0.005;
        if (on.contacts) {
          dots.push([p.position.x, p.position.y, p.position.z, ...(deep ? [0.9, 0.1, 0.1] : [0.1, 0.6, 0.3])]);
          segment(p.position, along(p.position, c.normal, 0.18), [0.15, 0.45, 0.85]);
        }
        if (on.impulses) segment(p.position, along(p.position, c.normal, 0.05 * Math.log1p(p.impulse)), [0.95, 0.55, 0.1]);
      }
      if (on.centres) { const c = world.massCenter(body); dots.push([c.x, c.y, c.z, 0.9, 0.2, 0.7]); }
      if (on.boxes) for (let s = world.firstShape(body); s; s = world.nextShape(s)) box(world.bounds(s), segment, world.isAwake(body) ? [0.2, 0.6, 0.9] : [0.5, 0.5, 0.55]);
      if (on.joints) for (let j = world.firstJoint(body); j; j = world.nextJoint(j, body)) joints.add(j);
    }
    for (const joint of joints) {
      const { link } = world.definition(joint);
      for (const [body, frame] of [[link.bodyA, link.frameA], [link.bodyB, link.frameB]]) {
        if (!body) continue;
        const pose = world.pose(body), q = new THREE.Quaternion(pose.q.x, pose.q.y, pose.q.z, pose.q.w);
        const p = new THREE.Vector3(frame.p.x, frame.p.y, frame.p.z).applyQuaternion(q).add(new THREE.Vector3(pose.p.x, pose.p.y, pose.p.z));
        segment(pose.p, p, [0.85, 0.65, 0.1]);
        dots.push([p.x, p.y, p.z, 0.85, 0.45, 0.1]);
      }
    }
  }
}

const along = (p, n, length) => ({ x: p.x + length * n.x, y: p.y + length * n.y, z: p.z + length * n.z });
function box({ lower: a, upper: b }, segment, colour) {
  const corner = (i) => ({ x: i & 1 ? b.x : a.x, y: i & 2 ? b.y : a.y, z: i & 4 ? b.z : a.z });
  for (let i = 0; i < 8; ++i) for (const bit of [1, 2, 4]) if (!(i & bit)) segment(corner(i), corner(i | bit), colour);
}
