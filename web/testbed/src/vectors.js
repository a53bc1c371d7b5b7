// Vectors and rotations as plain objects. Only sums, products and square roots, which give the same bits everywhere:
// what is done to a world by way of these can be done again elsewhere.
export const vector = ({ x, y, z }) => ({ x, y, z });
export const add = (a, b) => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
export const subtract = (a, b) => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
export const scale = (s, a) => ({ x: s * a.x, y: s * a.y, z: s * a.z });
export const dot = (a, b) => a.x * b.x + a.y * b.y + a.z * b.z;
export const cross = (a, b) => ({ x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x });
export const length = (a) => Math.sqrt(dot(a, a));

export function rotate(q, v) {
  const t = scale(2, cross(q, v));
  return add(add(v, scale(q.w, t)), cross(q, t));
}
export const inverse = (q) => ({ x: -q.x, y: -q.y, z: -q.z, w: q.w });
export const multiply = (p, q) => ({ ...add(add(scale(p.w, q), scale(q.w, p)), cross(p, q)), w: p.w * q.w - dot(p, q) });

// A point of a body, in the world and back.
export const toWorld = (pose, point) => add(pose.p, rotate(pose.q, point));
export const toLocal = (pose, point) => rotate(inverse(pose.q), subtract(point, pose.p));

// To a tenth of a millimetre: short to write down.
const short = (x) => Math.round(x * 1e4) / 1e4;
export const rounded = (v) => ({ x: short(v.x), y: short(v.y), z: short(v.z) });
