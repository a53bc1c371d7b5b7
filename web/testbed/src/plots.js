// Small plots of the last seconds: stage times stacked, and measures as lines that fill their own height.
const COLOURS = ['#e07a3f', '#3f88c5', '#4fa36c', '#f2b134', '#a05fb4', '#d1495b', '#2ab7a9', '#8a6d5b', '#7c8ba1', '#bb9457'];
const LENGTH = 240, SHOWN = 7;

export class StagePlot {
  constructor(canvas, legend) {
    Object.assign(this, { canvas, legend, rows: [] });
  }
  clear() { this.rows = []; }
  add({ stages, stageCount, milliseconds }) {
    const row = { total: milliseconds };
    for (const { name, milliseconds: ms } of stages.slice(0, stageCount)) row[name] = (row[name] ?? 0) + ms;
    this.rows.push(row);
    if (this.rows.length > LENGTH) this.rows.shift();
  }
  draw() {
    const { canvas, rows } = this, g = canvas.getContext('2d'), { width, height } = canvas;
    g.clearRect(0, 0, width, height);
    if (!rows.length) return;
    const sums = {};
    for (const row of rows) for (const name in row) if (name !== 'total') sums[name] = (sums[name] ?? 0) + row[name];
    const names = Object.keys(sums).sort((a, b) => sums[b] - sums[a]).slice(0, SHOWN);
    const sorted = rows.map((r) => r.total).sort((a, b) => a - b);
    const top = 1.3 * Math.max(0.1, sorted[Math.floor(0.97 * (sorted.length - 1))]), wide = width / LENGTH;
    rows.forEach((row, i) => {
      let y = height;
      g.fillStyle = 'rgba(128,140,160,.35)';
      g.fillRect(i * wide, height * (1 - row.total / top), wide, (height * row.total) / top);
      names.forEach((name, k) => {
        const h = (height * (row[name] ?? 0)) / top;
        g.fillStyle = COLOURS[k];
        g.fillRect(i * wide, (y -= h), wide, h);
      });
    });
    g.fillStyle = g.strokeStyle = getComputedStyle(canvas).color;
    g.font = '11px system-ui';
    g.fillText(`${top >= 10 ? top.toFixed(0) : top.toPrecision(2)} ms`, 4, 12);
    const last = rows.slice(-30), mean = (name) => last.reduce((s, r) => s + (r[name] ?? 0), 0) / last.length;
    this.legend.innerHTML = names.map((name, k) => `<span><i style="background:${COLOURS[k]}"></i>${name} ${mean(name).toFixed(2)}</span>`).join('') + `<span>all ${mean('total').toFixed(2)} ms</span>`;
  }
}

export class LinePlot {
  constructor(canvas, legend, names) {
    Object.assign(this, { canvas, legend, names, rows: [] });
  }
  clear() { this.rows = []; }
  add(values) {
    this.rows.push(values);
    if (this.rows.length > LENGTH) this.rows.shift();
  }
  draw() {
    const { canvas, rows, names } = this, g = canvas.getContext('2d'), { width, height } = canvas;
    g.clearRect(0, 0, width, height);
    if (!rows.length) return;
    names.forEach(([, unit], k) => {
      const column = rows.map((r) => r[k]), low = Math.min(0, ...column), high = Math.max(1e-9, ...column);
      g.strokeStyle = COLOURS[k];
      g.beginPath();
      column.forEach((v, i) => g.lineTo((i * width) / LENGTH, height - 2 - ((height - 4) * (v - low)) / (high - low)));
      g.stroke();
    });
    this.legend.innerHTML = names.map(([name, unit], k) => `<span><i style="background:${COLOURS[k]}"></i>${name} ${rows[rows.length - 1][k].toPrecision(3)} ${unit}</span>`).join('');
  }
}
