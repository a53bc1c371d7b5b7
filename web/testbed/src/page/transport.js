// Play, pause, one step, how fast, and back and forth in time.
import { $ } from './dom.js';
import { progress } from './message.js';

export class Transport {
  constructor(testbed) {
    this.testbed = testbed;
    $('restart').onclick = () => testbed.restart();
    $('pause').onclick = () => testbed.setPaused(!testbed.paused);
    $('step').onclick = () => this.stepOnce();
    $('back').onclick = () => this.goTo(Math.max(testbed.run.first, testbed.run.step - 1));
    $('scrub').oninput = () => this.goTo(+$('scrub').value);
    $('speed').onchange = () => { testbed.speed = +$('speed').value; };
    testbed.addEventListener('pause', () => {
      $('pause').dataset.state = testbed.paused ? 'paused' : 'playing';
      $('pause').title = testbed.paused ? 'Play (P)' : 'Pause (P)';
    });
    testbed.addEventListener('open', () => this.show());
  }
  stepOnce() {
    this.testbed.setPaused(true);
    if (!this.testbed.run.isBusy) this.testbed.step();
    this.testbed.moved();
  }
  async goTo(step) {
    const { testbed } = this, { run } = testbed;
    testbed.setPaused(true);
    await run.goTo(step, progress);
    if (run === testbed.run) testbed.moved();
  }
  show() {
    const { run } = this.testbed, scrub = $('scrub');
    scrub.min = run.first;
    scrub.max = Math.max(run.last, run.first + 1);
    if (document.activeElement !== scrub || !run.isBusy) scrub.value = run.step;
    $('time').textContent = run.isReplaying ? `${run.step} / ${run.last}` : `${run.step}`;
  }
}
