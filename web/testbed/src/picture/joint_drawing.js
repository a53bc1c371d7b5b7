// A joint: its two frames, lines to the bodies, and what its limits leave free.
import * as THREE from 'three';
import { add, length, multiply, rotate, scale, subtract, toWorld } from '../vectors.js';

const colour = (text) => new THREE.Color(text);
const AXES = [
  [{ x: 1, y: 0, z: 0 }, colour('#e23b3b')],
  [{ x: 0, y: 1, z: 0 }, colour('#2fa84f')],
  [{ x: 0, y: 0, z: 1 }, colour('#3b6fe2')],
];
const ARM = colour('#9aa7b8'), ROPE = colour('#c98a1b'), LIMIT = colour('#f2b01e'), NOW = colour('#e02475');
const STILL = { p: { x: 0, y: 0, z: 0 }, q: { x: 0, y: 0, z: 0, w: 1 } };

export function drawJoint(overlay, world, joint, size) {
  const def = world.definition(joint), kind = world.kind(joint), { link } = def;
  const a = frameOf(world, link.bodyA, link.particleA, link.frameA);
  const b = frameOf(world, link.bodyB, link.particleB, link.frameB);
  for (const { frame, body } of [a, b]) {
    if (body) overlay.line(body, frame.p, ARM);
    if (kind !== 'distance' && kind !== 'pulley')
      for (const [axis, ink] of AXES) overlay.line(frame.p, add(frame.p, rotate(frame.q, scale(0.3 * size, axis))), ink);
  }
  limits[kind]?.({ overlay, world, joint, def, a: a.frame, b: b.frame, size });
}

// A frame in the world, and the centre of what carries it.
function frameOf(world, body, particle, frame) {
  if (particle) return { frame: { p: world.position(particle), q: STILL.q }, body: null };
  const pose = body ? world.pose(body) : STILL;
  return {
    frame: { p: toWorld(pose, frame.p), q: multiply(pose.q, frame.q) },
    body: body && world.type(body) !== 'static' ? world.massCenter(body) : null,
  };
}

const limits = {
  hinge({ overlay, world, joint, def, a, size }) {
    if (def.limits.enabled) arc(overlay, a, 0, def.limits.lower, def.limits.upper, world.jointAngle(joint), size);
  },
  slider({ overlay, world, joint, def, a, size }) {
    if (def.limits.enabled) track(overlay, a, 0, def.limits.lower, def.limits.upper, world.jointTranslation(joint), size);
  },
  wheel({ overlay, world, joint, def, a, size }) {
    if (def.travel.enabled) track(overlay, a, 0, def.travel.lower, def.travel.upper, world.jointTranslation(joint), size);
  },
  ball({ overlay, world, joint, def, a, size }) {
    if (def.coneEnabled) cone(overlay, a, def.coneAngle, size);
    if (def.twist.enabled) arc(overlay, a, 0, def.twist.lower, def.twist.upper, world.jointAngle(joint), 0.7 * size);
  },
  // The rod, and on it how short and how long it may be.
  distance({ overlay, def, a, b, size }) {
    overlay.line(a.p, b.p, ROPE);
    const way = subtract(b.p, a.p), long = length(way);
    if (!def.limits.enabled || long === 0) return;
    const across = rotate(a.q, { x: 0, y: 0.1 * size, z: 0 });
    for (const bound of [def.limits.lower, Math.min(def.limits.upper, 1e3)]) {
      const p = add(a.p, scale(bound / long, way));
      overlay.line(subtract(p, across), add(p, across), LIMIT);
    }
  },
  pulley({ overlay, def, a, b }) {
    for (const [from, to] of [[a.p, def.wheelA], [def.wheelA, def.wheelB], [def.wheelB, b.p]]) overlay.line(from, to, ROPE);
  },
  gear({ overlay, a, b }) { overlay.line(a.p, b.p, ROPE); },
  sixDegree({ overlay, world, joint, def, a, size }) {
    def.linear.forEach((axis, i) => {
      if (axis.mode === 'limited') track(overlay, a, i, axis.lower, axis.upper, world.jointTranslation(joint, i), size);
    });
    def.angular.forEach((axis, i) => {
      if (axis.mode === 'limited') arc(overlay, a, i, axis.lower, axis.upper, world.jointAngle(joint, i), size);
    });
  },
};

const axisOf = (i) => AXES[i][0];
// A direction at an angle about an axis of the frame, counted from the next axis.
function spoke(frame, axis, angle, long) {
  const u = axisOf((axis + 1) % 3), v = axisOf((axis + 2) % 3);
  return add(frame.p, rotate(frame.q, add(scale(long * Math.cos(angle), u), scale(long * Math.sin(angle), v))));
}
function arc(overlay, frame, axis, lower, upper, now, size) {
  const radius = 0.45 * size, from = Math.max(lower, -2 * Math.PI), to = Math.min(upper, 2 * Math.PI);
  const steps = Math.max(2, Math.ceil(8 * (to - from)));
  for (let i = 0; i < steps; ++i) {
    const angle = (k) => from + ((to - from) * k) / steps;
    overlay.line(spoke(frame, axis, angle(i), radius), spoke(frame, axis, angle(i + 1), radius), LIMIT);
  }
  for (const angle of [from, to]) overlay.line(frame.p, spoke(frame, axis, angle, radius), LIMIT);
  overlay.line(frame.p, spoke(frame, axis, now, radius), NOW);
}
function track(overlay, frame, axis, lower, upper, now, size) {
  const place = (x) => add(frame.p, rotate(frame.q, scale(x, axisOf(axis))));
  const across = rotate(frame.q, scale(0.12 * size, axisOf((axis + 1) % 3)));
  overlay.line(place(lower), place(upper), LIMIT);
  for (const x of [lower, upper]) overlay.line(subtract(place(x), across), add(place(x), across), LIMIT);
  overlay.dot(place(now), NOW);
}
// All directions that the x axis of the other body may have.
function cone(overlay, frame, angle, size) {
  const long = 0.6 * size, sides = 16;
  const rim = (i) => {
    const turn = (2 * Math.PI * i) / sides, r = long * Math.sin(angle);
    return add(frame.p, rotate(frame.q, { x: long * Math.cos(angle), y: r * Math.cos(turn), z: r * Math.sin(turn) }));
  };
  for (let i = 0; i < sides; ++i) {
    overlay.line(rim(i), rim(i + 1), LIMIT);
    if (i % 4 === 0) overlay.line(frame.p, rim(i), LIMIT);
  }
}
