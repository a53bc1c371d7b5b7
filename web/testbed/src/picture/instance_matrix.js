// Writes the matrix of an instance at out[at]: pose of its body * (local pose, scale), column by column.
//
// A pose is eight floats (position, quaternion, awake). A body that is gone has zeros, which shows nothing.
export function writeMatrix(out, at, poses, from, { pose, scale }) {
  const ax = poses[from + 3], ay = poses[from + 4], az = poses[from + 5], aw = poses[from + 6];
  const { x: bx, y: by, z: bz, w: bw } = pose.q, { x: px, y: py, z: pz } = pose.p;
  // The rotation: a * b.
  const x = aw * bx + ax * bw + ay * bz - az * by, y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw, w = aw * bw - ax * bx - ay * by - az * bz;
  const there = x * x + y * y + z * z + w * w > 0.5 ? 1 : 0;
  out[at] = there * (1 - 2 * (y * y + z * z)) * scale.x;
  out[at + 1] = 2 * (x * y + z * w) * scale.x;
  out[at + 2] = 2 * (x * z - y * w) * scale.x;
  out[at + 3] = 0;
  out[at + 4] = 2 * (x * y - z * w) * scale.y;
  out[at + 5] = there * (1 - 2 * (x * x + z * z)) * scale.y;
  out[at + 6] = 2 * (y * z + x * w) * scale.y;
  out[at + 7] = 0;
  out[at + 8] = 2 * (x * z + y * w) * scale.z;
  out[at + 9] = 2 * (y * z - x * w) * scale.z;
  out[at + 10] = there * (1 - 2 * (x * x + y * y)) * scale.z;
  out[at + 11] = 0;
  // The position: a's, and b's turned by a.
  const tx = ay * pz - az * py, ty = az * px - ax * pz, tz = ax * py - ay * px;
  out[at + 12] = poses[from] + px + 2 * (aw * tx + ay * tz - az * ty);
  out[at + 13] = poses[from + 1] + py + 2 * (aw * ty + az * tx - ax * tz);
  out[at + 14] = poses[from + 2] + pz + 2 * (aw * tz + ax * ty - ay * tx);
  out[at + 15] = 1;
}
