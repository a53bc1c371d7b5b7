// A line of text over the picture: what went wrong, what was done, how far something is.
import { $ } from './dom.js';

let timer = 0;

function show(text, kind, seconds) {
  clearTimeout(timer);
  const box = $('message');
  box.textContent = text;
  box.className = kind;
  box.hidden = text === '';
  if (seconds) timer = setTimeout(() => { box.hidden = true; }, 1000 * seconds);
}

export const complain = (text) => show(text, 'bad', 0);
export const tell = (text) => show(text, 'good', 4);
export const progress = (done, all) => show(`catching up: step ${done} of ${all}`, 'busy', 2);
export const clearMessage = () => show('', '', 0);
