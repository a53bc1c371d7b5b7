// The interface every adapter implements.
//
//   export const info = { id, label };
//   export async function load(): Promise<void>            // instantiate the wasm module once
//   export function createWorld({ gravity, dt, bodyCount }): World
//
// World:
//   addBody({ type:'static'|'dynamic', shape, pos:[3], rot:[x,y,z,w], density, friction, collide:boolean })
//   addJoint({ type:'ball'|'hinge', a, b, anchorA:[3], anchorB:[3], axisA:[3], axisB:[3] })
//        a and b are body indices in addBody order; anchors and axes are in body space;
//        the two bodies of a joint do not collide with each other
//   finish()                       // called once after the last add
//   step()                         // one step of dt; the only call that is timed
//   readPoses(out: Float64Array)   // 7 doubles per body: px py pz qx qy qz qw
//   destroy()
//
// shape: { kind:'box', half:[3] } | { kind:'sphere', radius } | { kind:'capsule', radius, halfHeight }
//        | { kind:'hull', points: Float32Array(3n) }         (capsules run along local Y)
//
// Every adapter keeps the engine's own default iteration counts and tolerances and turns sleeping off.



export function normalize(v) { const l = Math.hypot(...v); return v.map((x) => x / l); }
export function cross(a, b) { return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]; }
export function perpendicular(a) { return normalize(cross(a, Math.abs(a[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0])); }
/** Quaternion that rotates +X onto the unit vector a. */
export function quatFromXTo(a) {
  const d = a[0];
  if (d < -0.999999) return [0, 1, 0, 0];
  const c = cross([1, 0, 0], a), w = 1 + d, l = Math.hypot(...c, w);
  return [c[0] / l, c[1] / l, c[2] / l, w / l];
}
export function rotate(q, v) {
  const [x, y, z, w] = q, tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}
