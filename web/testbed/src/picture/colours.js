// Colours of what is drawn.
import * as THREE from 'three';

// Of groups of bodies, of solvers that are compared, and of everything that is numbered.
export const GROUPS = ['#e8743b', '#3a86c8', '#f0b429', '#4cab74', '#a768c4', '#dc5068', '#2bb3a7', '#a98467', '#8496b0'];
export const LANES = ['#e8743b', '#1f9bf0', '#35b56a', '#c455d4', '#d6a500'];
export const ASLEEP = new THREE.Color('#6f7d92');

const groups = GROUPS.map((colour) => new THREE.Color(colour));
const shade = new THREE.Color();

// Of a body of a group. A little difference from one to the next lets the eye tell them apart.
export function groupColour(group, slot, out = shade) {
  const variation = ((slot * 2654435761) >>> 16) % 100 / 100 - 0.5;
  return out.copy(groups[(group - 1) % groups.length]).offsetHSL(0.012 * variation, 0, 0.07 * variation);
}

// Numbers next to each other get colours far apart: steps of the golden angle.
export function numberColour(number, out = shade) {
  const hue = (number * 0.61803398875) % 1;
  return out.setHSL(hue, 0.62, 0.48 + 0.1 * ((number * 0.754877666) % 1));
}
