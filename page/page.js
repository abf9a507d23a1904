const byId = id => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const say = (key, values = {}) => data.words[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

// unwind returns the sequences of numbers of which changes are the differences; see changes in film.go.
function unwind(changes, first) {
  let next = first, now = Array.from({length: first}, (_, i) => i);
  return changes.map(change => {
    const then = [];
    let from = 0;
    for (let i = 0; i < change.length;) {
      const [keep, drop, put] = change.slice(i, i + 3);
      then.push(...now.slice(from, from + keep));
      from += keep + drop;
      i += 3;
      for (const end = i + put; i < end; i++) {
        next += change[i];
        then.push(next++);
      }
    }
    return now = then.concat(now.slice(from));
  });
}

const board = byId("board"), slider = byId("slider"), last = +slider.max;
const nodes = [...board.children], shown = nodes.length;
const drawings = unwind(data.board, shown), spoken = unwind(data.spoken, 0);

// The moves of the list become links to their plies.
const links = [...document.querySelectorAll("#list li:not(.said)")].map((item, i) => {
  const link = document.createElement("a"), number = document.createElement("b"), clock = item.querySelector("small");
  link.href = "#p" + (i + 1);
  number.textContent = i + 1;
  link.append(number, item.firstChild, clock ?? "");
  item.prepend(link);
  return link;
});
const moves = links.map(link => link.childNodes[1].textContent);

// texts are the elements that do not stand in the page. An x or y is relative to that of the element before; see filmOf in
// film.go.
const at = {x: 0, y: 0};
const texts = data.elements.map(element => {
  const [template, ...values] = element.split(" ");
  return data.templates[template].replace(/([xy])="\^|~/g, (all, name) => {
    if (!name) return values.shift();
    at[name] = Math.round(10 * at[name] + 10 * values.shift()) / 10;
    return `${name}="${at[name]}`;
  });
});

// element returns the element of a drawing with that number.
function element(number) {
  if (!nodes[number]) {
    const holder = document.createElementNS("http://www.w3.org/2000/svg", "g");
    holder.innerHTML = texts[number - shown];
    nodes[number] = holder.firstChild;
  }
  return nodes[number];
}

const drawing = (ply, flipped) => drawings[(flipped ? last + 1 : 0) + last - ply].map(element);

const [colon, comma, stop] = data.lang === "ja" ? ["：", "、", "。"] : [": ", ", ", ". "];
let ply = last, flipped = false, timer = 0;

// show shows a ply. Unless it is to be quiet, it says the move and the lines that are new, and puts the ply into the address.
function show(to, quiet) {
  ply = Math.min(last, Math.max(0, to));
  board.replaceChildren(...drawing(ply, flipped));
  slider.value = ply;
  const link = links[ply - 1], move = moves[ply - 1];
  const now = ply === 0 ? say("start") : say("at", {ply, move});
  slider.setAttribute("aria-valuetext", now);
  byId("spoken").replaceChildren(...spoken[last - ply].map(number => listed(data.lines[number])));
  for (const other of links) other.removeAttribute("aria-current");
  link?.setAttribute("aria-current", "true");
  if (quiet) return;
  const before = spoken[last - ply + 1] ?? [];
  const old = before.map(number => data.lines[number]);
  const news = spoken[last - ply].filter(number => !before.includes(number)).map(number => added(data.lines[number], old));
  byId("now").textContent = [now, ...news.filter(text => text)].join(stop);
  history.replaceState(null, "", "#p" + ply);
  const list = byId("list");
  if (link && list.scrollHeight > list.clientHeight) {
    list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
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
    figure.append(picture, caption);
    figures.push(figure);
  }
  byId("prints").replaceChildren(...figures);
});
byId("controls").hidden = false;
document.documentElement.className = "script";
show(asked() === false ? last : asked(), asked() === false);

if (data.record) {
  let secrets = hex(unbase64(data.secrets));
  data.record.text = data.record.text.replace(/\x01(\d+)/g, (all, n) => {
    const digits = secrets.slice(0, n);
    secrets = secrets.slice(n);
    return digits;
  });
  const save = byId("save");
  save.href = URL.createObjectURL(new Blob([data.record.text], {type: "text/plain"}));
  save.download = data.record.file;
  save.hidden = false;
  check(data.record, moves).catch(() => [["bad", "moves"]]).then(found => {
    byId("check").replaceChildren(...found.map(([kind, key, values]) => listed(say(key, values), kind)));
    byId("check").dataset.result = found.some(([kind]) => kind === "bad") ? "bad" : found.some(([kind]) => kind === "good") ? "good" : "none";
  });
}
