// The keyboard, and the help that explains it: one table for both.
import { $, isTyping, make } from './dom.js';

export class Keys {
  constructor(testbed) {
    const { hands, toolbar, transport } = testbed, click = (id) => () => $(id).click();
    this.table = [
      { keys: ['p', ' '], what: 'pause and play', act: click('pause') },
      { keys: ['o'], what: 'one step', act: () => transport.stepOnce() },
      { keys: ['i'], what: 'one step back', act: click('back') },
      { keys: ['r'], what: 'restart', act: click('restart') },
      { keys: ['f'], what: 'shoot a ball at the pointer', act: () => hands.shoot() },
      { keys: ['b'], what: 'drop a box at the pointer', act: () => hands.drop() },
      { keys: ['x'], what: 'explosion at the pointer', act: () => hands.explode() },
      { keys: ['1', '2', '3', '4'], what: 'what a click does: grab, shoot, box, explosion',
        act: (key) => toolbar.choose(['grab', 'shoot', 'drop', 'explode'][+key - 1]) },
      { keys: ['c'], what: 'reset the camera', act: click('camera') },
      { keys: ['v'], what: 'fly, or turn about the scene', act: click('fly') },
      { keys: ['m'], what: 'list of scenes', act: click('menu') },
      { keys: ['t'], what: 'tools', act: click('side') },
      { keys: ['/'], what: 'search scenes', act: () => this.#search(testbed) },
      { keys: ['k'], what: 'copy a link to this state', act: click('share') },
      { keys: ['l'], what: 'dark or light', act: click('theme') },
      { keys: ['h', '?'], what: 'this help', act: () => this.toggleHelp() },
    ];
    this.#buildHelp();
    $('help').onclick = () => this.toggleHelp();
    addEventListener('keydown', (e) => this.#press(e));
    this.#fly(testbed.view.fly, testbed);
  }
  #press(e) {
    if (isTyping(e) || e.ctrlKey || e.metaKey || e.altKey) return;
    const key = e.key.toLowerCase(), row = this.table.find(({ keys }) => keys.includes(key));
    if (!row) return;
    e.preventDefault();
    row.act(key);
  }
  #search(testbed) {
    testbed.setPanel('scenes', true);
    $('search').focus();
  }
  toggleHelp() {
    if ($('helpbox').open) $('helpbox').close();
    else $('helpbox').showModal();
  }
  #buildHelp() {
    const mouse = [
      ['drag a body', 'grab and throw it'],
      ['drag elsewhere', 'turn the view; right button or two fingers move it, wheel or pinch come nearer'],
      ['W A S D, Q E', 'fly; Shift is faster'],
    ];
    const names = { ' ': 'Space' };
    const rows = this.table.map(({ keys, what }) => [keys.map((k) => names[k] ?? k.toUpperCase()).join(', '), what]);
    for (const [keys, what] of [...mouse, ...rows]) $('keys').append(make('dt', {}, keys), make('dd', {}, what));
  }
  // Keys that act as long as they are held. Pressing one takes off.
  #fly(fly, testbed) {
    const ways = { w: ['z', 1], s: ['z', -1], d: ['x', 1], a: ['x', -1], e: ['y', 1], q: ['y', -1] };
    const set = (e, down) => {
      fly.fast = e.shiftKey;
      const way = ways[e.key.toLowerCase()];
      if (!way || (down && (isTyping(e) || e.ctrlKey || e.metaKey))) return;
      if (down && !fly.enabled) testbed.toolbar.setFlying(true);
      fly.push[way[0]] = down ? way[1] : 0;
    };
    addEventListener('keydown', (e) => set(e, true));
    addEventListener('keyup', (e) => set(e, false));
    addEventListener('blur', () => Object.assign(fly.push, { x: 0, y: 0, z: 0 }));
  }
}
