// What the tests measure in a page: contrast of all text, controls, order of the focus, and the text of canvases.
"use strict";

// Red, green, blue from 0 to 255, and opacity, of a computed colour.
window.jugColour = (text) => {
  const v = text.match(/[\d.]+/g).map(Number);
  return [v[0], v[1], v[2], v.length > 3 ? v[3] : 1];
};

window.jugLuminance = (c) => {
  const [r, g, b] = c.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

window.jugRatio = (a, b) => {
  const [x, y] = [window.jugLuminance(a), window.jugLuminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

window.jugOver = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] + below[i] * (1 - top[3])).concat([1]);

// The colour behind an element: those of its ancestors, one over the other, on that of the window.
window.jugBehind = (element) => {
  const layers = [];
  for (let e = element; e; e = e.parentElement) layers.push(window.jugColour(getComputedStyle(e).backgroundColor));
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return layers.reverse().reduce((below, top) => window.jugOver(top, below), dark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
};

window.jugSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;

window.jugName = (e) => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}${e.className && e.className.baseVal === undefined ? "." + e.className : ""} ${(e.textContent || "").trim().slice(0, 40)}`;

// Every text that is seen, with less contrast than asked for.
window.jugFaint = (least) => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || ["SCRIPT", "STYLE", "OPTION"].includes(e.tagName) || !window.jugSeen(e)) continue;
    texts++;
    const style = getComputedStyle(e), behind = window.jugBehind(e);
    const ink = window.jugOver(window.jugColour(e instanceof SVGElement ? style.fill : style.color), behind);
    const ratio = window.jugRatio(ink, behind);
    if (ratio < least) found.push(`${ratio.toFixed(2)} ${window.jugName(e)}`);
  }
  for (const e of document.querySelectorAll("select")) {
    const style = getComputedStyle(e), ratio = window.jugRatio(window.jugColour(style.color), window.jugBehind(e));
    if (ratio < least) found.push(`${ratio.toFixed(2)} ${window.jugName(e)}`);
  }
  return { texts, found };
};

window.jugControls = () => [...document.querySelectorAll("a[href], button, select, input, summary, [tabindex='0']")].filter(window.jugSeen);

// What the focus has met, in order, and whether one sees that it is there.
window.jugMet = [];
addEventListener("focusin", ({ target }) => {
  const style = getComputedStyle(target), width = parseFloat(style.outlineWidth);
  const drawn = style.outlineStyle !== "none" && (style.outlineStyle === "auto" || width >= 2);
  const ratio = window.jugRatio(window.jugColour(style.outlineColor), window.jugBehind(target.parentElement || target));
  window.jugMet.push({ element: target, name: window.jugName(target), outlined: drawn, ratio });
});
window.jugRound = () => new Set(window.jugMet.map((one) => one.element)).size < window.jugMet.length;
window.jugUnmet = () => {
  const met = new Set(window.jugMet.map((one) => one.element));
  return window.jugControls().filter((e) => !met.has(e)).map(window.jugName);
};

// Elements that reach beyond the right edge of the window, but for those in a box that scrolls.
window.jugWide = () => {
  const edge = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= edge) return [];
  return [...document.body.querySelectorAll("*")].filter((e) => window.jugSeen(e) && e.getBoundingClientRect().right > edge + 1).map(window.jugName);
};

// Words in the heads of tables, or elsewhere, that do not stand on one line; those beyond a length may break.
window.jugBroken = (where = "thead th", longest = Infinity) => {
  const found = [];
  for (const head of document.querySelectorAll(where)) {
    const node = document.createTreeWalker(head, NodeFilter.SHOW_TEXT).nextNode();
    for (const word of node ? node.data.matchAll(/[^\s-]+-?/g) : []) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1 && word[0].length <= longest) found.push(word[0]);
    }
  }
  return found;
};

// The texts of every canvas as drawn last: where they lie, in pixels of the page, and in which colour.
window.jugWritten = new Map();
{
  const pen = CanvasRenderingContext2D.prototype, write = pen.fillText, fill = pen.fillRect;
  pen.fillText = function (text, x, y) {
    const m = this.measureText(text), t = this.getTransform();
    const corners = [[x - m.actualBoundingBoxLeft, y - m.actualBoundingBoxAscent], [x + m.actualBoundingBoxRight, y + m.actualBoundingBoxDescent]]
      .map(([a, b]) => new DOMPoint(a, b).matrixTransform(t));
    const [xs, ys] = [corners.map((p) => p.x), corners.map((p) => p.y)];
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    if (!window.jugWritten.has(this.canvas)) window.jugWritten.set(this.canvas, []);
    window.jugWritten.get(this.canvas).push({ text, box, colour: this.fillStyle });
    return write.apply(this, arguments);
  };
  pen.fillRect = function (x, y) {
    if (x === 0 && y === 0) window.jugWritten.set(this.canvas, []); // the ground of a new picture
    return fill.apply(this, arguments);
  };
}

// What is wrong with these texts: outside their canvas, over one another, faint on white.
window.jugBadLabels = (least) => {
  const found = [];
  let texts = 0;
  for (const [canvas, list] of window.jugWritten) {
    list.forEach((one, i) => {
      texts++;
      const [x0, y0, x1, y1] = one.box;
      if (x0 < -0.5 || y0 < -0.5 || x1 > canvas.width + 0.5 || y1 > canvas.height + 0.5)
        found.push(`outside: ${one.text} ${one.box.map((v) => v.toFixed(0))} in ${canvas.width}x${canvas.height}`);
      const digits = one.colour.match(/[0-9a-f]{2}/gi).map((v) => parseInt(v, 16));
      if (window.jugRatio(digits, [255, 255, 255]) < least) found.push(`faint: ${one.text}`);
      for (const other of list.slice(0, i)) {
        const [a0, b0, a1, b1] = other.box;
        if (Math.min(x1, a1) - Math.max(x0, a0) > 0.5 && Math.min(y1, b1) - Math.max(y0, b0) > 0.5)
          found.push(`over one another: ${one.text}, ${other.text}`);
      }
    });
  }
  return { texts, found };
};
