// Saving, loading and sharing where a run is.
import { readFile, recordingOf, snapshotOf } from '../run/file.js';
import { linkTo } from '../run/link.js';
import { hashOf } from '../run/run.js';
import { $, make } from './dom.js';
import { complain, tell } from './message.js';

export class StatePanel {
  constructor(testbed) {
    this.testbed = testbed;
    $('save').onclick = () => this.#save(snapshotOf, 'snapshot');
    $('record').onclick = () => this.#save(recordingOf, 'recording');
    $('load').onclick = () => $('file').click();
    $('file').onchange = () => {
      if ($('file').files[0]) this.loadFile($('file').files[0]);
      $('file').value = '';
    };
    $('share').onclick = () => this.share();
    addEventListener('dragover', (e) => e.preventDefault());
    addEventListener('drop', (e) => {
      e.preventDefault();
      if (e.dataTransfer.files[0]) this.loadFile(e.dataTransfer.files[0]);
    });
  }
  async #save(pack, kind) {
    const { run } = this.testbed, name = `${run.start.scene}-${run.step}.${kind}.cairn`;
    const url = URL.createObjectURL(new Blob([await pack(run)], { type: 'application/gzip' }));
    make('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    tell(`saved ${name}`);
  }
  async loadFile(file) {
    try {
      const content = await readFile(new Uint8Array(await file.arrayBuffer()));
      await this.testbed.openRecorded(content);
      tell(content.kind === 'snapshot' ? 'loaded a snapshot' : `a recording of ${content.last} steps: it plays again`);
    } catch (error) {
      complain(error.message);
    }
  }
  // The address of this very state, which opens at the same bits.
  async share() {
    try {
      const { run, engine, view } = this.testbed;
      const address = `${location.origin}${location.pathname}#${await linkTo(run, engine.solvers, view.getCamera())}`;
      this.shared = address;
      $('link').value = address;
      $('link').hidden = false;
      try {
        await navigator.clipboard.writeText(address);
        tell('the link is on the clipboard: it opens this state, bit for bit');
      } catch {
        $('link').select();
        tell('copy the link from the field');
      }
    } catch (error) {
      complain(error.message);
    }
  }
  showHash() { $('hash').textContent = `state ${hashOf(this.testbed.run.world)}`; }
}
