// Charts of a report: points with error bars on a canvas, with zoom, hover and the keyboard. Every point is drawn.
"use strict";
(() => {
const DATA = JSON.parse(document.getElementById("chart-data").textContent);
const COLOURS = DATA.colours, SHAPES = 7;
const VIRIDIS = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137], [53, 183, 121]];
const charts = [];

// Little-endian numbers from base64, of the kind that the page says.
function numbers(column) {
  const bytes = Uint8Array.from(atob(column.data), (c) => c.charCodeAt(0));
  return new { f8: Float64Array, f4: Float32Array, u2: Uint16Array }[column.kind](bytes.buffer);
}

const decoded = new Map();
function values(table, name) {
  const key = table + " " + name;
  if (!decoded.has(key)) decoded.set(key, numbers(DATA.tables[table].columns[name]));
  return decoded.get(key);
}

function extent(list, errors, use) {
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < list.length; i++) {
    if (!Number.isFinite(list[i]) || (use && !use(i))) continue;
    const e = errors && Number.isFinite(errors[i]) ? errors[i] : 0;
    if (list[i] - e < low) low = list[i] - e;
    if (list[i] + e > high) high = list[i] + e;
  }
  if (low > high) return [0, 1];
  const room = high > low ? 0.04 * (high - low) : 0.5 * Math.abs(high) || 1;
  return [low - room, high + room];
}

function ticks(low, high, most) {
  const rough = (high - low) / most, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((k) => k * power >= rough * 0.999);
  const out = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) out.push(k * step);
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return out.map((v) => [v, Math.abs(v) >= 1e7 || places > 7 ? v.toExponential(3) : v.toFixed(places)]);
}

function shape(pen, kind, x, y, r) {
  pen.beginPath();
  if (kind === 0) pen.arc(x, y, r, 0, 7);
  else if (kind === 1) pen.rect(x - r, y - r, 2 * r, 2 * r);
  else if (kind === 2) { pen.moveTo(x, y - 1.3 * r); pen.lineTo(x + 1.2 * r, y + r); pen.lineTo(x - 1.2 * r, y + r); }
  else if (kind === 3) { pen.moveTo(x, y - 1.4 * r); pen.lineTo(x + 1.4 * r, y); pen.lineTo(x, y + 1.4 * r); pen.lineTo(x - 1.4 * r, y); }
  else if (kind === 4) { pen.moveTo(x, y + 1.3 * r); pen.lineTo(x + 1.2 * r, y - r); pen.lineTo(x - 1.2 * r, y - r); }
  else if (kind === 5) { pen.rect(x - 0.45 * r, y - 1.4 * r, 0.9 * r, 2.8 * r); pen.rect(x - 1.4 * r, y - 0.45 * r, 2.8 * r, 0.9 * r); }
  else { pen.moveTo(x - 1.4 * r, y - r); pen.lineTo(x + 1.4 * r, y - r); pen.lineTo(x + 1.4 * r, y + r); }
  pen.fill();
}

class Chart {
  constructor(box) {
    this.spec = DATA.charts[box.dataset.chart];
    this.box = box;
    this.canvas = box.querySelector("canvas");
    this.note = box.querySelector(".point");
    this.status = box.querySelector(".status");
    this.legend = box.querySelector(".legend");
    this.chosen = {};
    for (const select of box.querySelectorAll("select")) {
      this.chosen[select.name] = select.value;
      select.addEventListener("change", () => { this.chosen[select.name] = select.value; this.at = null; this.whole(); });
    }
    this.hidden = new Set();
    for (const button of box.querySelectorAll("button[data-do]"))
      button.addEventListener("click", () => this.act(button.dataset.do));
    this.listen();
    this.whole();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  columns() {
    const table = this.spec.table, y = this.spec.y[Number(this.chosen.y || 0)];
    const x = this.spec.x[Number(this.chosen.x || 0)], colour = this.spec.colour[Number(this.chosen.colour || 0)];
    return { table, y, x, colour, xs: values(table, x.column), ys: values(table, y.column),
      es: y.error ? values(table, y.error) : null, codes: colour && colour.words ? values(table, colour.column) : null,
      scale: colour && !colour.words ? values(table, colour.column) : null };
  }

  shown(c) { return (i) => !(c.codes && this.hidden.has(c.codes[i])); }

  // The whole range, and a legend for the colours.
  whole(keep) {
    const c = this.columns();
    if (!keep) this.hidden.clear();
    this.range = [extent(c.xs, null, this.shown(c)), extent(c.ys, c.es, this.shown(c))];
    if (!keep) this.makeLegend(c);
    this.draw();
  }

  makeLegend(c) {
    this.legend.replaceChildren();
    if (c.scale) {
      const [low, high] = this.limits(c.scale);
      const bar = document.createElement("span");
      bar.className = "bar";
      bar.style.background = `linear-gradient(to right, ${VIRIDIS.map((p) => `rgb(${p})`).join(",")})`;
      this.legend.append(`${c.colour.label}: ${low.toPrecision(4)} `, bar, ` ${high.toPrecision(4)}`);
      return;
    }
    if (!c.codes || c.colour.words.length < 2) return;
    c.colour.words.forEach((word, k) => {
      const button = document.createElement("button"), mark = document.createElement("canvas");
      button.type = "button";
      button.setAttribute("aria-pressed", "true");
      mark.width = mark.height = 28;
      const pen = mark.getContext("2d");
      pen.fillStyle = COLOURS[k % COLOURS.length];
      shape(pen, Math.floor(k / COLOURS.length) % SHAPES, 14, 14, 8);
      button.append(mark, word || "no flag");
      button.addEventListener("click", () => {
        this.hidden.has(k) ? this.hidden.delete(k) : this.hidden.add(k);
        button.setAttribute("aria-pressed", String(!this.hidden.has(k)));
        this.whole(true);
      });
      this.legend.append(button);
    });
  }

  limits(list) {
    let low = Infinity, high = -Infinity;
    for (const v of list) if (Number.isFinite(v)) { low = Math.min(low, v); high = Math.max(high, v); }
    return low <= high ? [low, high] : [0, 1];
  }

  colourOf(c) {
    if (c.codes) return (i) => COLOURS[c.codes[i] % COLOURS.length];
    if (!c.scale) return () => COLOURS[0];
    const [low, high] = this.limits(c.scale), last = VIRIDIS.length - 1;
    return (i) => {
      const at = Number.isFinite(c.scale[i]) ? (high > low ? (c.scale[i] - low) / (high - low) : 0) * last : last;
      const k = Math.min(Math.floor(at), last - 1), f = at - k;
      return `rgb(${VIRIDIS[k].map((v, j) => Math.round(v + f * (VIRIDIS[k + 1][j] - v)))})`;
    };
  }

  // On paper the size is that of the sheet, whatever the window is.
  place() {
    const w = this.printing ? 680 : this.canvas.clientWidth, h = this.printing ? 249 : this.canvas.clientHeight;
    return { w, h, left: 66, right: w - 10, top: 10, bottom: h - 44 };
  }

  toScreen(p) {
    const [[x0, x1], [y0, y1]] = this.range;
    return [(v) => p.left + (v - x0) / (x1 - x0) * (p.right - p.left),
            (v) => p.bottom - (v - y0) / (y1 - y0) * (p.bottom - p.top)];
  }

  draw() {
    const p = this.place();
    if (!p.w) return;
    const ratio = Math.max(window.devicePixelRatio || 1, this.printing ? 3 : 1);
    this.canvas.width = p.w * ratio;
    this.canvas.height = p.h * ratio;
    const pen = this.canvas.getContext("2d"), c = this.columns(), [sx, sy] = this.toScreen(p);
    pen.scale(ratio, ratio);
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, p.w, p.h);
    this.axes(pen, p, c, sx, sy);
    pen.save();
    pen.beginPath();
    pen.rect(p.left, p.top, p.right - p.left, p.bottom - p.top);
    pen.clip();
    this.points(pen, p, c, sx, sy);
    if (this.drag) {
      pen.strokeStyle = "#111";
      pen.setLineDash([4, 3]);
      const [a, b, d, e] = this.drag;
      pen.strokeRect(Math.min(a, d), Math.min(b, e), Math.abs(d - a), Math.abs(e - b));
    }
    if (this.at !== null && this.at !== undefined) {
      pen.setLineDash([]);
      pen.strokeStyle = "#111";
      pen.lineWidth = 2;
      pen.beginPath();
      pen.arc(sx(c.xs[this.at]), sy(c.ys[this.at]), 8, 0, 7);
      pen.stroke();
    }
    pen.restore();
  }

  axes(pen, p, c, sx, sy) {
    pen.fillStyle = "#111";
    pen.strokeStyle = "#595959";
    pen.lineWidth = 1;
    pen.font = "12px system-ui, sans-serif";
    pen.strokeRect(p.left, p.top, p.right - p.left, p.bottom - p.top);
    pen.textAlign = "center";
    pen.textBaseline = "top";
    for (const [v, word] of ticks(...this.range[0], Math.max(2, (p.right - p.left) / 90))) {
      pen.fillText(word, Math.min(sx(v), p.w - pen.measureText(word).width / 2), p.bottom + 6);
      pen.strokeRect(sx(v), p.bottom - 4, 0, 4);
    }
    pen.fillText(c.x.label, (p.left + p.right) / 2, p.bottom + 24);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const [v, word] of ticks(...this.range[1], Math.max(2, (p.bottom - p.top) / 45))) {
      pen.fillText(word, p.left - 6, sy(v));
      pen.strokeRect(p.left, sy(v), 4, 0);
    }
    if (c.y.zero && this.range[1][0] < 0 && this.range[1][1] > 0) {
      pen.beginPath();
      pen.moveTo(p.left, sy(0));
      pen.lineTo(p.right, sy(0));
      pen.stroke();
    }
    pen.save();
    pen.translate(12, (p.top + p.bottom) / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.fillText(c.y.label, 0, 0);
    pen.restore();
  }

  points(pen, p, c, sx, sy) {
    const n = c.xs.length, radius = n > 20000 ? 1 : n > 2000 ? 1.6 : n > 200 ? 2.2 : 3, colour = this.colourOf(c);
    const show = this.shown(c), [[x0, x1], [y0, y1]] = this.range;
    let inside = 0, undrawn = 0, hidden = 0;
    pen.lineWidth = n > 2000 ? 0.5 : 1;
    for (let i = 0; i < n; i++) {
      if (!show(i)) { hidden++; continue; }
      const x = c.xs[i], y = c.ys[i], e = c.es ? c.es[i] : 0;
      if (!Number.isFinite(x) || !Number.isFinite(y)) { undrawn++; continue; }
      if (x < x0 || x > x1 || y + e < y0 || y - e > y1) continue;
      inside++;
      const a = sx(x), b = sy(y);
      pen.fillStyle = pen.strokeStyle = colour(i);
      if (e > 0) { pen.beginPath(); pen.moveTo(a, sy(y - e)); pen.lineTo(a, sy(y + e)); pen.stroke(); }
      if (n > 20000) pen.fillRect(a - radius, b - radius, 2 * radius, 2 * radius);
      else shape(pen, c.codes ? Math.floor(c.codes[i] / COLOURS.length) % SHAPES : 0, a, b, radius);
    }
    const words = [`${inside} of ${n} points in view`];
    if (hidden) words.push(`${hidden} switched off`);
    if (undrawn) words.push(`${undrawn} without a finite value here are not drawn`);
    this.status.textContent = words.join("; ");
  }

  act(what) {
    if (what === "whole") return this.whole();
    const factor = what === "in" ? 0.5 : 2;
    this.range = this.range.map(([a, b]) => [(a + b) / 2 - (b - a) / 2 * factor, (a + b) / 2 + (b - a) / 2 * factor]);
    this.draw();
  }

  pan(dx, dy) {
    this.range = this.range.map(([a, b], k) => { const s = (b - a) * (k ? dy : dx); return [a + s, b + s]; });
    this.draw();
  }

  nearest(x, y, most) {
    const c = this.columns(), [sx, sy] = this.toScreen(this.place()), show = this.shown(c);
    let best = null, least = most * most;
    for (let i = 0; i < c.xs.length; i++) {
      const d = (sx(c.xs[i]) - x) ** 2 + (sy(c.ys[i]) - y) ** 2;
      if (d < least && show(i)) { least = d; best = i; }
    }
    return best;
  }

  // The next point in the order of the horizontal axis.
  step(by) {
    const c = this.columns(), show = this.shown(c);
    const order = [...c.xs.keys()].filter((i) => show(i) && Number.isFinite(c.xs[i]) && Number.isFinite(c.ys[i]));
    order.sort((a, b) => c.xs[a] - c.xs[b]);
    const at = this.at === null || this.at === undefined ? (by > 0 ? -1 : order.length) : order.indexOf(this.at);
    this.tell(order[Math.min(Math.max(at + by, 0), order.length - 1)]);
  }

  tell(i) {
    if (i === undefined) i = null;
    if (i === this.at) return;
    this.at = i;
    const table = DATA.tables[this.spec.table];
    this.note.textContent = i === null ? "" : table.told.map(([label, column, words, error]) => {
      const v = values(this.spec.table, column)[i];
      if (words.length) return `${label} ${words[v] || "none"}`;
      const e = error ? ` ± ${Number(values(this.spec.table, error)[i]).toPrecision(3)}` : "";
      return `${label} ${column === "mjd" ? v.toFixed(6) : Number(v.toPrecision(6))}${e}`;
    }).concat(table.names ? [`“${table.names[i]}”`] : []).join(" · ");
    this.draw();
  }

  listen() {
    const spot = (event) => { const r = this.canvas.getBoundingClientRect(); return [event.clientX - r.left, event.clientY - r.top]; };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.drag = [...spot(event), ...spot(event)];
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const [x, y] = spot(event);
      if (this.drag) { this.drag[2] = x; this.drag[3] = y; this.draw(); } else this.tell(this.nearest(x, y, 25));
    });
    this.canvas.addEventListener("pointerup", () => this.zoomTo());
    this.canvas.addEventListener("pointercancel", () => { this.drag = null; this.draw(); });
    this.canvas.addEventListener("dblclick", () => this.whole());
    this.canvas.addEventListener("keydown", (event) => {
      const does = { "+": () => this.act("in"), "-": () => this.act("out"), "0": () => this.act("whole"),
        ArrowRight: () => event.shiftKey ? this.pan(0.1, 0) : this.step(1), ArrowLeft: () => event.shiftKey ? this.pan(-0.1, 0) : this.step(-1),
        Escape: () => this.tell(null) };
      if (event.shiftKey) Object.assign(does, { ArrowUp: () => this.pan(0, 0.1), ArrowDown: () => this.pan(0, -0.1) });
      if (!does[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      does[event.key]();
    });
  }

  zoomTo() {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    const p = this.place(), [a, b, d, e] = drag, [[x0, x1], [y0, y1]] = this.range;
    if (Math.abs(d - a) < 8 || Math.abs(e - b) < 8) return this.draw();
    const x = (v) => x0 + (Math.min(Math.max(v, p.left), p.right) - p.left) / (p.right - p.left) * (x1 - x0);
    const y = (v) => y0 + (p.bottom - Math.min(Math.max(v, p.top), p.bottom)) / (p.bottom - p.top) * (y1 - y0);
    this.range = [[x(Math.min(a, d)), x(Math.max(a, d))], [y(Math.max(b, e)), y(Math.min(b, e))]];
    this.draw();
  }
}

for (const box of document.querySelectorAll(".chart")) charts.push(new Chart(box));
const folded = new Set();
window.addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details:not([open])")) { folded.add(part); part.open = true; }
  for (const chart of charts) { chart.printing = true; chart.draw(); }
});
window.addEventListener("afterprint", () => {
  for (const part of folded) part.open = false;
  folded.clear();
  for (const chart of charts) { chart.printing = false; chart.draw(); }
});
})();
