// Small plots of the last seconds: stage times stacked, and curves.
import { GROUPS } from '../picture/colours.js';

const LENGTH = 200; // samples
const GUTTER = 42; // pixels to the right of curves, for the scale
const STAGES = 6; // that have a colour of their own

// A canvas as sharp as the screen; null while nobody can see it.
function paper(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (width === 0) return null;
  const ratio = Math.min(devicePixelRatio, 2);
  if (canvas.width !== Math.round(width * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const g = canvas.getContext('2d');
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  g.font = '10px system-ui, sans-serif';
  g.ink = getComputedStyle(canvas).color;
  return { g, width, height };
}
function label(g, text, x, y, align = 'left') {
  g.fillStyle = g.ink;
  g.textAlign = align;
  g.fillText(text, x, y);
}
export const format = (value) => {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(1);
  return size >= 100 ? value.toFixed(0) : value.toPrecision(3);
};

// Times of the stages of a step, one on top of the other.
export class StagePlot {
  constructor(canvas, legend) {
    Object.assign(this, { canvas, legend, rows: [] });
  }
  clear() { this.rows = []; }
  add({ stages, stageCount, milliseconds }) {
    const row = new Map();
    let total = milliseconds;
    for (const { name, milliseconds: time } of stages.slice(0, stageCount)) {
      if (name === 'residuals') total -= time; // which the page itself has asked for
      else row.set(name, (row.get(name) ?? 0) + time);
    }
    this.rows.push({ total, row });
    if (this.rows.length > LENGTH) this.rows.shift();
  }
  draw() {
    const sheet = paper(this.canvas);
    if (!sheet || !this.rows.length) return;
    const { g, width, height } = sheet, names = this.#largest();
    const totals = this.rows.map((r) => r.total).sort((a, b) => a - b);
    const top = 1.2 * Math.max(0.05, totals[Math.floor(0.97 * (totals.length - 1))]), wide = width / LENGTH;
    this.rows.forEach(({ total, row }, i) => {
      const high = (ms) => (height * ms) / top;
      g.fillStyle = 'rgba(128, 140, 160, .35)';
      g.fillRect(i * wide, height - high(total), wide, high(total));
      let y = height;
      names.forEach((name, k) => {
        const h = high(row.get(name) ?? 0);
        g.fillStyle = GROUPS[k];
        g.fillRect(i * wide, (y -= h), wide, h);
      });
    });
    label(g, `${format(top)} ms`, 3, 11);
    this.#explain(names);
  }
  #largest() {
    const sums = new Map();
    for (const { row } of this.rows) for (const [name, time] of row) sums.set(name, (sums.get(name) ?? 0) + time);
    return [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a)).slice(0, STAGES);
  }
  #explain(names) {
    const last = this.rows.slice(-30), mean = (of) => last.reduce((sum, r) => sum + of(r), 0) / last.length;
    const entry = (colour, name, ms) => `<span><i style="background:${colour}"></i>${name} ${ms.toFixed(2)}</span>`;
    const stages = names.map((name, k) => entry(GROUPS[k], name, mean(({ row }) => row.get(name) ?? 0)));
    this.legend.innerHTML = stages.join('') + entry('#8891a0', 'all', mean((r) => r.total));
  }
}

// Curves by key, each with a colour: { curves: Map(key -> { colour, values }) }. Those on paper that is logarithmic
// must be positive; what is not is left out.
export class CurvePlot {
  constructor(canvas, { name, unit = '', logarithmic = false, fromZero = true }) {
    Object.assign(this, { canvas, name, unit, logarithmic, fromZero });
    this.clear();
  }
  clear() {
    this.curves = new Map();
    this.count = 0;
    this.note = '';
  }
  // [{ key, colour, value }] of one moment.
  add(samples) {
    ++this.count;
    for (const { key, colour, value } of samples) {
      if (!this.curves.has(key)) this.curves.set(key, { colour, values: [] });
      const curve = this.curves.get(key);
      curve.colour = colour;
      while (curve.values.length < Math.min(this.count - 1, LENGTH)) curve.values.unshift(null);
      curve.values.push(value);
    }
    for (const [key, curve] of this.curves) {
      if (!samples.some((s) => s.key === key)) curve.values.push(null);
      if (curve.values.length > LENGTH) curve.values.shift();
      if (curve.values.every((v) => v === null)) this.curves.delete(key);
    }
  }
  #range() {
    const all = [...this.curves.values()].flatMap((c) => c.values).filter((v) => v !== null);
    if (this.logarithmic) {
      const positive = all.filter((v) => v > 0).map(Math.log10);
      return positive.length ? [Math.floor(Math.min(...positive)), Math.ceil(Math.max(...positive) + 1e-9)] : [-6, 0];
    }
    const low = Math.min(...(this.fromZero ? [0] : []), ...all), high = Math.max(...all);
    return [low, high > low ? high : low + 1e-9];
  }
  draw() {
    const sheet = paper(this.canvas);
    if (!sheet) return;
    const { g, width, height } = sheet;
    label(g, this.name, 3, 11);
    if (this.note) return label(g, this.note, 3, 26);
    if (!this.curves.size) return;
    const [low, high] = this.#range(), top = 17, foot = height - 4, right = width - GUTTER;
    const up = (v) => foot - ((foot - top) * ((this.logarithmic ? Math.log10(v) : v) - low)) / (high - low || 1);
    for (const { colour, values } of this.curves.values()) {
      g.strokeStyle = colour;
      g.lineWidth = 1.5;
      g.beginPath();
      let drawing = false;
      values.forEach((v, i) => {
        const shown = v !== null && (!this.logarithmic || v > 0);
        if (shown) g[drawing ? 'lineTo' : 'moveTo']((i * right) / LENGTH, up(v));
        drawing = shown || (drawing && v === null && this.logarithmic);
      });
      g.stroke();
    }
    const [first] = this.curves.values(), now = first.values.findLast((v) => v !== null);
    label(g, `${format(now ?? 0)} ${this.unit}`, width - 3, 11, 'right');
    g.globalAlpha = 0.7;
    label(g, this.logarithmic ? `1e${high}` : format(high), width - 3, top + 9, 'right');
    label(g, this.logarithmic ? `1e${low}` : format(low), width - 3, foot, 'right');
    g.globalAlpha = 1;
  }
}
