const byId = id => document.getElementById(id);
const tenths = n => Math.round(10 * n) / 10;
const data = JSON.parse(byId("data").textContent);
const say = (key, values = {}) => data.words[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

// there reports whether something is there after a ply. Its turns are the plies at which it comes and goes, each relative to
// the one before.
const there = (ply, turns) => {
  let turn = 0;
  return turns.filter(since => (turn += since) <= ply).length % 2;
};

const board = byId("board"), slider = byId("slider"), last = +slider.max;
const spoken = ply => data.lines.filter((_, i) => there(ply, data.spoken[i]));

// The elements of the board, from both sides. Those of the last ply stand in the page; see film.go.
const use = (symbol, x, y) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", "use");
  node.setAttribute("href", "#e" + symbol);
  node.setAttribute("x", x);
  node.setAttribute("y", y);
  return node;
};
const place = (node, name) => node ? +node.getAttribute(name) : 0;
const shown = [...board.children];
const [{symbols, x, y, turns}, other] = data.films;
let next = 0, atX = 0, atY = 0, first = 0, partner = -1;
const near = turns.map(list => {
  first = list[0] += first;
  const node = list.length % 2 ? shown.shift() : use(symbols[next], atX = tenths(atX + x[next]), atY = tenths(atY + y[next++]));
  node.turns = list;
  return node;
});
const turned = {}, sums = {};
let sum = [0, 0];
const films = [near, other.partners.map((step, i) => {
  const node = step < turns.length ? near[partner += step + 1] : null, symbol = node ? +node.getAttribute("href").slice(2) : -1;
  const shape = turned[symbol] = other.symbols[i] ? other.symbols[i] - 1 : turned[symbol] ?? symbol;
  sum = sums[[symbol, shape]] ??= [...sum];
  sum[0] = tenths(sum[0] + other.x[i]);
  sum[1] = tenths(sum[1] + other.y[i]);
  const opposite = use(shape, tenths(sum[0] - place(node, "x")), tenths(sum[1] - place(node, "y")));
  opposite.turns = node?.turns ?? other.turns.shift();
  return opposite;
})];
const drawing = (ply, flipped) => films[+flipped].filter(node => there(ply, node.turns));

// bars returns the bars of the seats, that of the near side last.
const bars = (ply, flipped) => {
  const all = data.bars.map(({parts, turns}) => parts.filter((_, i) => there(ply, turns[i])).join("")), half = flipped ? all.length >> 1 : 0;
  return [...all.slice(half), ...all.slice(0, half)];
};
const [far, own] = [".far", ".own"].map(name => document.querySelector(name));

// The moves of the list become links to their plies.
const links = [...document.querySelectorAll("#list data")].map((move, i) => {
  const link = document.createElement("a");
  link.href = location.href.split("#")[0] + "#p" + (i + 1);
  move.replaceWith(link);
  link.append(move.firstChild, ...move.children);
  link.move = move.value || link.firstChild.textContent; // as in the record
  return link;
});
const moves = links.map(link => link.firstChild.textContent);
const notation = links.map(link => link.move);
const title = document.title, list = byId("list");

const [colon, comma, stop] = data.lang === "ja" ? ["：", "、", "。"] : [": ", ", ", ". "];
let ply = last, flipped = false, timer = 0;

// show shows a ply. Unless it is to be quiet, it says the move and the lines that are new, and puts the ply into the address.
function show(to, quiet) {
  ply = Math.min(last, Math.max(0, to));
  board.replaceChildren(...drawing(ply, flipped));
  const all = bars(ply, flipped);
  own.innerHTML = all.pop();
  far.innerHTML = all.join("");
  slider.value = ply;
  const link = links[ply - 1], move = moves[ply - 1];
  const now = ply === 0 ? say("start") : say("at", {ply, move});
  document.title = ply === last ? title : `${now} – ${title}`;
  slider.setAttribute("aria-valuetext", now);
  byId("spoken").replaceChildren(...spoken(ply).map(line => listed(line)));
  for (const other of links) other.removeAttribute("aria-current");
  link?.setAttribute("aria-current", "true");
  const at = (link ?? list.firstElementChild).getBoundingClientRect(), box = list.getBoundingClientRect();
  list.scrollBy(at.x + at.width / 2 - box.x - box.width / 2, link ? at.y + at.height / 2 - box.y - box.height / 2 : -list.scrollHeight);
  if (quiet) return;
  const before = spoken(ply - 1);
  const news = spoken(ply).filter(line => !before.includes(line)).map(line => added(line, before));
  byId("now").textContent = [now, ...news.filter(text => text)].join(stop);
  history.replaceState(null, "", "#p" + ply);
}

// added returns a line without the places that the line of the same thing had before.
function added(line, before) {
  const [label, places] = line.split(colon), old = before.find(other => other.startsWith(label + colon));
  if (!places || !old) return line;
  const known = old.slice(label.length + colon.length).split(comma);
  const rest = places.split(comma).filter(place => !known.includes(place));
  return rest.length > 0 ? label + colon + rest.join(comma) : "";
}

function listed(text, kind = "") {
  const item = document.createElement("li");
  item.textContent = text;
  item.className = kind;
  return item;
}

function play(on) {
  clearInterval(timer);
  timer = 0;
  if (on) {
    show(ply === last ? 0 : ply + 1);
    timer = setInterval(() => ply < last ? show(ply + 1) : play(false), 800);
  }
  byId("play").textContent = on ? "❚❚" : "▶";
  byId("play").setAttribute("aria-label", say(on ? "stop" : "play"));
}

const acts = {
  first: () => show(0), back: () => show(ply - 1), next: () => show(ply + 1), last: () => show(last),
  play: () => play(!timer),
  flip: () => {
    flipped = !flipped;
    byId("flip").setAttribute("aria-pressed", flipped);
    show(ply, true);
  },
};
const keys = {Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last", " ": "play", f: "flip", F: "flip"};

// act does something on the reader's behalf; all but play and flip stop the film.
function act(name) {
  if (name !== "play" && name !== "flip") play(false);
  acts[name]();
}

for (const name in acts) byId(name).addEventListener("click", () => act(name));
slider.addEventListener("input", () => { play(false); show(+slider.value); });
slider.hidden = false;
links.forEach((link, i) => link.addEventListener("click", event => {
  event.preventDefault();
  play(false);
  show(i + 1);
}));
addEventListener("keydown", event => {
  const name = keys[event.key], pressed = event.key === " " && event.target.closest("button, a, summary");
  if (!name || pressed || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act(name);
});
const asked = () => /^#p\d+$/.test(location.hash) && +location.hash.slice(2);
addEventListener("hashchange", () => { if (asked() !== false) show(asked()); });
addEventListener("beforeprint", () => {
  const figures = [];
  for (let n = 0; n < last; n += data.print) {
    const figure = document.createElement("figure"), picture = board.cloneNode();
    picture.removeAttribute("id");
    picture.append(...drawing(n, flipped).map(node => node.cloneNode(true)));
    const caption = document.createElement("figcaption");
    caption.textContent = n;
    figure.innerHTML = bars(n, flipped).join("");
    figure.append(picture, caption);
    figures.push(figure);
  }
  byId("prints").replaceChildren(...figures);
});
byId("controls").hidden = false;
document.documentElement.className = "script";
show(asked() === false ? last : asked(), asked() === false);

// proved offers the record for saving and returns what was found about it.
async function proved(record) {
  if (!globalThis.crypto?.subtle) return [["", "no-crypto"]];
  record.text = await whole(record, unbase64(byId("secrets").textContent));
  const save = byId("save");
  save.href = URL.createObjectURL(new Blob([record.text], {type: "text/plain"}));
  save.download = record.file;
  save.hidden = false;
  return check(record, notation);
}

// The secrets stand behind the script.
if (data.record) addEventListener("DOMContentLoaded", async () => {
  const found = await proved(data.record).catch(() => [["bad", "moves"]]);
  byId("check").replaceChildren(...found.map(([kind, key, values]) => listed(say(key, values), kind)));
  const result = found.some(([kind]) => kind === "bad") ? "bad" : found.some(([kind]) => kind === "good") ? "good" : "none";
  byId("check").dataset.result = byId("proved").dataset.result = result;
  byId("proved").open = result === "bad";
  byId("proved").firstElementChild.textContent = say({bad: "changed", good: "genuine", none: "nothing"}[result], {n: last});
});
