// The tool in hand, the camera, and a stick to fly with where there are no keys.
import { $ } from './dom.js';
import { TOOLS } from './hands.js';

export class Toolbar {
  constructor(testbed) {
    this.testbed = testbed;
    for (const tool of TOOLS) $(tool).onclick = () => this.choose(tool);
    $('camera').onclick = () => testbed.view.resetCamera();
    $('fly').onclick = () => this.setFlying(!testbed.view.fly.enabled);
    this.choose('grab');
    this.#buildStick();
  }
  choose(tool) {
    this.testbed.hands.tool = tool;
    for (const other of TOOLS) $(other).setAttribute('aria-pressed', other === tool);
  }
  setFlying(on) {
    this.testbed.view.setFlying(on);
    $('fly').setAttribute('aria-pressed', on);
    $('stick').hidden = !on;
  }
  // Up and down flies forward and back, left and right sideways.
  #buildStick() {
    const stick = $('stick'), knob = stick.firstElementChild, { push } = this.testbed.view.fly;
    const move = (e) => {
      const box = stick.getBoundingClientRect(), half = box.width / 2;
      const x = (e.clientX - box.left - half) / half, y = (e.clientY - box.top - half) / half;
      const shrink = 1 / Math.max(1, Math.hypot(x, y));
      Object.assign(push, { x: shrink * x, z: -shrink * y });
      knob.style.transform = `translate(${40 * shrink * x}%, ${40 * shrink * y}%)`;
    };
    stick.onpointerdown = (e) => {
      stick.setPointerCapture(e.pointerId);
      move(e);
    };
    stick.onpointermove = (e) => { if (e.buttons) move(e); };
    stick.onpointerup = stick.onpointercancel = () => {
      Object.assign(push, { x: 0, z: 0 });
      knob.style.transform = '';
    };
  }
}
