// Small helpers for the page.
export const $ = (id) => document.getElementById(id);

// An element with properties and children. Objects (style, dataset) are merged into the property.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'object' && value !== null) Object.assign(element[name], value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

export const options = (names, chosen) => names.map((name) => make('option', { selected: name === chosen }, name));

// Keys that are meant for a field, not for the page.
export function isTyping({ target }) {
  return /INPUT|SELECT|TEXTAREA/.test(target.tagName) && !['range', 'checkbox', 'button'].includes(target.type);
}

export const isNarrow = () => matchMedia('(max-width: 760px)').matches;
