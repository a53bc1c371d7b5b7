// The list of scenes by family, with pictures (screenshots.mjs --thumbnails makes them) and a search.
import { $, isNarrow, make } from './dom.js';

export class SceneList {
  constructor(testbed) {
    const families = groupByFamily(testbed.scenes.list);
    for (const [family, scenes] of families) {
      const buttons = scenes.map((info) => this.#button(info, testbed));
      $('list').append(make('section', {}, make('h2', {}, family), ...buttons));
    }
    $('search').oninput = () => this.filter($('search').value);
    testbed.addEventListener('open', () => this.#mark(testbed.run.start.scene));
  }
  #button({ name, what }, testbed) {
    const picture = make('img', { src: `./thumbnails/${name}.jpg`, alt: '', loading: 'lazy', width: 72, height: 45 });
    picture.onerror = () => { picture.style.visibility = 'hidden'; };
    const text = make('span', {}, make('b', {}, name.replaceAll('_', ' ')), make('small', {}, what));
    const button = make('button', { dataset: { name }, title: what }, picture, text);
    button.onclick = () => {
      testbed.open(name);
      if (isNarrow()) $('scenes').classList.add('closed');
    };
    return button;
  }
  #mark(name) {
    for (const button of $('list').querySelectorAll('button')) {
      const isCurrent = button.dataset.name === name;
      button.classList.toggle('current', isCurrent);
      if (isCurrent) button.scrollIntoView({ block: 'nearest' });
    }
  }
  // Scenes that have all of the words somewhere.
  filter(text) {
    const words = text.toLowerCase().split(/\s+/);
    let found = 0;
    for (const section of $('list').querySelectorAll('section')) {
      const family = section.querySelector('h2').textContent;
      let shown = 0;
      for (const button of section.querySelectorAll('button')) {
        const all = `${button.textContent} ${button.dataset.name} ${family}`.toLowerCase();
        button.hidden = !words.every((word) => all.includes(word));
        shown += !button.hidden;
      }
      section.hidden = shown === 0;
      found += shown;
    }
    $('nothing').hidden = found > 0;
  }
}

function groupByFamily(list) {
  const groups = new Map();
  for (const info of list) groups.set(info.family, [...(groups.get(info.family) ?? []), info]);
  return groups;
}
