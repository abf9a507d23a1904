const byId = id => document.getElementById(id);
const read = id => JSON.parse(byId(id)?.textContent ?? "null");

// plain is text in lower case and of ordinary width, with ordinary digits, without blanks and the signs of players.
const plain = text => text.normalize("NFKC").toLowerCase().replace(/[\s▲△▼▽☗☖]/g, "").replace(/[一二三四五六七八九]/g, digit => "一二三四五六七八九".indexOf(digit) + 1);

// usi returns a move of shogi as programs write it, "7g7f" or "P*5e", in a list; an empty list for other moves.
function usi({m, t}, touches) {
  const places = t.map(n => touches[n]).filter(touch => !touch.way).map(({box, name = ""}) => {
    const [, column, row] = /(\d)([1-9a-i])/.exec(plain(name)) ?? [];
    return box ? column && column + (" abcdefghi"[row] ?? row) : "plnsgbr"["歩香桂銀金角飛".indexOf(name)] + "*";
  });
  return /[歩香桂銀金角飛王玉と馬竜龍]/.test(m) ? [places.join("") + (/[^不]成\(/.test(m) ? "+" : "")] : [];
}

// spent is whether a touch is a thing that is used up, which keeps its place.
const spent = touch => touch.icon && !touch.left;

// made returns a new element with these properties, into a parent.
function made(parent, name, properties = {}) {
  const element = Object.assign(document.createElement(name), properties);
  parent.append(element);
  return element;
}

// drawn returns a new element of an SVG with these attributes, into a parent.
function drawn(parent, name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  parent.append(element);
  return element;
}

// Hand is the choice of a move: what has been touched, what can be touched next, and the move that is then left, which is held
// until it is confirmed or taken back. data is a Pointing of pointing.go.
class Hand {
  touched = [];
  typed = "";
  held = null;
  named = null; // the move that the server reads in what is typed
  reading = Promise.resolve(); // what is typed, by the server
  near = -1; // the touch under the mouse, or with the focus

  // shown is called with the move that is held, null for none, whenever that changes. nudge returns the promise of the move
  // that is held after a key, and read, if there is a server, that of the move that a text means in any notation, or the places at points
  // of the picture, or null.
  constructor(data, shown, nudge, read) {
    Object.assign(this, {data, shown, nudge, read});
    for (const move of data.moves) {
      move.s ??= move.m;
      move.typed = [plain(move.m), plain(move.s), ...read ? [] : usi(move, data.touches)];
    }
    for (const touch of data.touches) {
      if (touch.way && data.touches.some(other => !other.way && other.name === touch.key.toUpperCase())) touch.key = ""; // it begins to type the other
    }
    const keys = data.keys ?? [];
    this.keys = [...new Set(keys.map(key => key.name))].map(name => this.keyButton(keys.filter(key => key.name === name)));
    this.buttons = data.touches.map((touch, i) => this.button(touch, i));
    const [x, y, w, h] = data.field, parts = {ratio: `${w}/${h}`, left: -100 * x / w + "%", top: -100 * y / h + "%", width: 100 * data.size[0] / w + "%"};
    for (const name in parts) byId("crop").style.setProperty("--" + name, parts[name]);
    this.listen();
    this.show();
    if (byId("map")) this.wide(byId("map"));
  }

  say(key, values = {}) {
    return this.data.words[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  }

  // left returns the moves that go on from these touches, first the one that is typed in full.
  left(touched = this.touched, typed = plain(this.typed)) {
    const moves = this.data.moves.filter(move => touched.every((n, i) => move.t[i] === n));
    const begin = moves.filter(move => move.typed.some(text => text.startsWith(typed)));
    const some = begin.length > 0 ? begin : moves.filter(move => move.typed.some(text => text.includes(typed)));
    const whole = typed && this.whole(moves);
    return whole ? [whole, ...some.filter(move => move !== whole)] : some;
  }

  // whole returns the one of moves that is typed in full, if any.
  whole(moves) {
    const typed = plain(this.typed);
    return moves.find(move => move.m === this.named) ?? moves.find(move => move.typed.includes(typed));
  }

  // ask asks the server which move is typed, unless that is one written out in full.
  async ask() {
    if (this.data.moves.filter(move => move.typed.includes(plain(this.typed))).length === 1) return;
    const text = this.typed, move = this.read && text.trim() ? await this.read(text) : null;
    if (!move?.legal || text !== this.typed) return;
    this.named = move.m;
    if (!this.held) this.show();
  }

  // open returns what can be touched after these touches, each once.
  open(touched = this.touched, typed) {
    return [...new Set(this.left(touched, typed).map(move => move.t[touched.length]))].filter(n => n !== undefined);
  }

  // touch touches n. Where the piece only has to be turned, it is held as it can lie first.
  touch(n) {
    this.touched.push(n);
    const [next] = this.open();
    if (this.data.touches[next]?.turn) this.touched.push(next);
    const left = this.left();
    if (left.length === 1) this.hold({...left[0], legal: true});
    else this.show();
    this.follow();
  }

  hold(move) {
    this.held = move;
    this.near = -1;
    this.show();
    this.shown(move);
  }

  undo() {
    const held = this.held;
    this.held = null;
    if (this.touched.length > 0 && (held || !this.typed)) {
      if (this.data.touches[this.touched.pop()].turn) this.touched.pop();
    }
    else if (!held || this.typed) {
      this.forget();
    }
    this.show();
    if (held) this.shown(null);
  }

  // forget empties the field.
  forget() {
    if (byId("typed")) byId("typed").value = this.typed = "";
    this.named = null;
  }

  // change does what a key does to the move that is held.
  async change(key) {
    const turned = {w: "x", x: "w", a: "d", d: "a"};
    const move = await this.nudge(this.held, this.data.flip ? turned[key] ?? key : key);
    if (move && this.held) this.hold(move);
  }

  // begin takes all back and touches n first.
  begin(n) {
    const held = this.held;
    this.touched = [];
    this.held = null;
    this.forget();
    if (held) this.shown(null);
    this.touch(n);
  }

  button(touch, i) {
    const button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", () => this.press(i));
    for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => this.preview(i));
    for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => this.preview(-1));
    if (touch.box) {
      const [x, y, w, h] = touch.box, [width, height] = this.data.size;
      Object.assign(button.style, {left: 100 * x / width + "%", top: 100 * y / height + "%", width: 100 * w / width + "%", height: 100 * h / height + "%"});
      if (touch.edge) button.className = "edge";
      byId("spots").append(button);
      return button;
    }
    const own = document.querySelector(`.bar.turn [data-thing="${touch.name}"]`);
    if (own && !touch.way) { // dropped from the bar
      button.setAttribute("aria-label", [touch.label, touch.left > 1 && `×${touch.left}`].filter(text => text).join(" "));
      own.append(button);
      return button;
    }
    if (touch.icon) {
      const {size: [w, h], cells = [], strokes = []} = touch.icon;
      const icon = drawn(button, "svg", {viewBox: `-0.2 -0.2 ${w + 0.4} ${h + 0.4}`, "aria-hidden": true});
      for (const [x, y] of cells) drawn(icon, "rect", {x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9});
      for (const [x1, y1, x2, y2] of strokes) drawn(icon, "line", {x1, y1, x2, y2});
    }
    made(button, "span", {textContent: touch.name});
    if (touch.left > 1 || spent(touch)) made(button, "small", {textContent: "×" + (touch.left ?? 0)});
    if (touch.way && touch.key && touch.name !== touch.key.toUpperCase()) made(button, "kbd", {textContent: touch.key.toUpperCase()});
    const whole = touch.way && this.data.moves.some(({t}) => t.length === 1 && t[0] === i); // such as passing
    const last = whole && document.querySelector("#panel .acts.idle > .end");
    if (last) last.before(button);
    else byId(touch.way ? "ways" : "tray").append(button);
    if (last) button.className = "quiet";
    return button;
  }

  // keyButton returns the button for keys that do the same.
  keyButton(keys) {
    const button = made(byId("keys"), "button", {type: "button"});
    for (const {key} of keys) made(button, "kbd", {textContent: key.toUpperCase()});
    made(button, "span", {textContent: keys[0].name});
    button.addEventListener("click", () => this.change(keys[0].key));
    return button;
  }

  // press touches n by its button, and puts the focus to what is next where it would be lost.
  press(n) {
    if (this.beside().includes(n)) {
      this.touched.pop();
      this.held = null;
    } else if (!this.open().includes(n)) {
      return this.begin(n);
    }
    this.touch(n);
    if (!document.activeElement?.closest("#spots, #tray, #ways, body")) return;
    const next = this.held ? byId("confirm") : this.buttons[this.open().find(i => this.data.touches[i].way) ?? this.open()[0]];
    next?.focus();
  }

  preview(n) {
    this.near = n;
    this.ghost();
  }

  // follow moves the window on a wide board to what was touched, at first to the last move, or else to where most things can go, of several
  // such places to the middle one.
  follow() {
    if (!byId("map")) return;
    const {touches, spots, size} = this.data;
    const middle = n => (places.reduce((sum, box) => sum + box[n] + box[n + 2] / 2, 0)) / places.length / size[n];
    const chosen = [...this.held?.p?.map(n => spots[n]) ?? [], ...this.touched.map(n => touches[n].box).reverse()].filter(box => box).slice(0, 1);
    const frames = this.data.task?.frames ?? [];
    const ways = touches.map(({box}, n) => box ? new Set(this.left().filter(({t}) => t.includes(n)).map(({t}) => t[0])).size : 0);
    const open = touches.filter((_, n) => ways[n] > 0 && ways[n] === Math.max(...ways)).map(touch => touch.box);
    const places = [chosen, frames, this.touched.length > 0 ? [] : this.data.last ?? [], open.splice(open.length >> 1, 1)].find(list => list.length > 0) ?? [];
    this.look(...places.length > 0 ? [middle(0), middle(1)] : [0.5, 1]); // else to the edge where one sits
  }

  // look moves the middle of the window to a place, in parts of the board.
  look(x, y) {
    const frame = byId("frame"), stage = byId("stage");
    frame.scrollTo(stage.offsetLeft + x * stage.clientWidth - frame.clientWidth / 2, stage.offsetTop + y * stage.clientHeight - frame.clientHeight / 2);
  }

  // wide shows the whole of a wide board, with a frame around the window: a touch moves it, and two fingers or buttons enlarge it.
  wide(map) {
    const frame = byId("frame"), stage = byId("stage"), around = map.lastElementChild;
    let zoom = 3.7, apart = 0, width = innerWidth;
    const mark = () => {
      const part = (n, all) => Math.min(100, 100 * n / all) + "%";
      Object.assign(around.style, {
        left: part(frame.scrollLeft - stage.offsetLeft, stage.clientWidth), top: part(frame.scrollTop - stage.offsetTop, stage.clientHeight),
        width: part(frame.clientWidth, stage.clientWidth), height: part(frame.clientHeight, stage.clientHeight),
      });
    };
    const enlarge = by => {
      const x = (frame.scrollLeft - stage.offsetLeft + frame.clientWidth / 2) / stage.clientWidth;
      const y = (frame.scrollTop - stage.offsetTop + frame.clientHeight / 2) / stage.clientHeight;
      zoom = Math.min(8, Math.max(1, zoom * by));
      stage.parentElement.style.setProperty("--zoom", 100 * zoom + "%");
      this.look(x, y);
      mark();
    };
    frame.addEventListener("scroll", mark);
    addEventListener("resize", () => { // a phone that is turned shows the place again; one whose address bar comes or goes keeps its place
      if (width !== innerWidth) this.follow();
      width = innerWidth;
      mark();
    });
    byId("zoom").firstElementChild.addEventListener("click", () => enlarge(0.8));
    byId("zoom").lastElementChild.addEventListener("click", () => enlarge(1.25));
    frame.addEventListener("touchmove", event => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      const [a, b] = event.touches, now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (apart > 0) enlarge(now / apart);
      apart = now;
    }, {passive: false});
    frame.addEventListener("touchend", () => { apart = 0; });
    for (const type of ["pointerdown", "pointermove"]) {
      map.addEventListener(type, event => {
        if (event.buttons === 0) return;
        const box = map.getBoundingClientRect();
        this.look((event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
      });
    }
    this.follow();
    mark();
  }

  // beside returns the ways that can be taken instead of the one that led to the move that is held.
  beside() {
    return this.held ? this.open(this.touched.slice(0, -1)).filter(n => this.data.touches[n].way) : [];
  }

  // shape draws on the button of a way the cells of the only move that it leads to, as they will lie, and its stones in their colours.
  shape(button, {inks}, move) {
    button.querySelector("svg")?.remove();
    let boxes = move?.p?.map(n => this.data.spots[n]) ?? [];
    if (inks && boxes.length !== inks.length) boxes = inks.map((_, i) => [i, 0, 1, 1]);
    if (!inks && boxes.length < 2) return;
    const least = n => Math.min(...boxes.map(box => box[n])), size = least(2);
    const cells = boxes.map(([x, y]) => [(x - least(0)) / size, (y - least(1)) / size]);
    const [w, h] = [0, 1].map(n => Math.max(...cells.map(cell => cell[n])) + 1);
    const icon = drawn(button, "svg", {viewBox: `0 0 ${w} ${h}`, width: w * (inks ? 16 : 10), height: h * (inks ? 16 : 10), "aria-hidden": true});
    cells.forEach(([x, y], i) => inks
      ? drawn(icon, "circle", {cx: x + 0.5, cy: y + 0.5, r: 0.45, class: "k" + inks[i]})
      : drawn(icon, "rect", {x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9}));
    button.prepend(icon);
  }

  show() {
    const open = new Set(this.held ? this.beside() : this.open()), first = new Set(this.open([], "")), left = this.left();
    const only = new Map(); // the move that goes on with a touch, null where there are several
    const at = this.held ? this.touched.length - 1 : this.touched.length;
    for (const move of this.held ? this.left(this.touched.slice(0, -1)) : left) {
      const n = move.t[at];
      only.set(n, only.has(n) ? null : move);
    }
    const then = this.touched.length === 0 && !this.held && left[0]?.t.length > 2 ? left.map(({t}) => t[1]) : []; // colours, seen before they can be chosen
    const soon = new Set(then.filter(n => this.data.touches[n]?.inks));
    const row = byId("map") && ![...open].some(n => this.data.touches[n].way); // stays beside a wide board, with how a move can begin
    let stop = false;
    this.buttons.forEach((button, i) => {
      const touch = this.data.touches[i], place = touch.box;
      button.disabled = !!spent(touch) || soon.has(i);
      button.hidden = !open.has(i) && !soon.has(i) && !spent(touch) && (place || touch.way && !row || !first.has(i));
      button.setAttribute("aria-pressed", this.touched.includes(i));
      if (touch.way && !button.hidden) this.shape(button, touch, only.get(i));
      if (!place || button.hidden) return;
      button.setAttribute("aria-label", [touch.name, only.get(i)?.s].filter(text => text).join(": "));
      button.tabIndex = stop ? -1 : 0;
      stop = true;
    });
    const shapes = [...byId("ways").querySelectorAll("button:not([hidden]) svg:has(rect)")];
    if (new Set(shapes.map(shape => shape.outerHTML)).size < shapes.length) for (const shape of shapes) shape.remove(); // they differ in something else
    for (const id of ["tray", "ways"]) byId(id).hidden = ![...byId(id).children].some(button => !button.hidden);
    byId("keys").hidden = this.keys.length === 0 || !(this.held?.boxes ?? this.held?.p)?.length;
    for (const undo of document.querySelectorAll(".undo")) undo.disabled = this.touched.length === 0 && !this.held && !this.typed;
    for (const undo of document.querySelectorAll(".held .undo")) undo.textContent = this.say(this.held && !this.held.legal ? "close" : "cancel");
    if (byId("confirm")) byId("confirm").disabled = !this.held?.legal;
    byId("game").dataset.state = this.data.moves.length === 0 ? "still" : this.held ? "held" : this.touched.length > 0 ? "touched" : "open";
    this.list(left);
    this.ghost();
    byId("now").textContent = this.status(left);
  }

  status(left) {
    const {held} = this;
    if (held) return held.legal ? this.say("chosen", {move: held.s}) : this.say("illegal", {move: held.s, why: held.why});
    if (this.data.moves.length === 0) return "";
    if (left.length === 0) return this.say("none", {hint: byId("typed").placeholder});
    if (this.typed) return this.say("left", {n: left.length});
    const names = this.touched.map(n => this.data.touches[n]).map(touch => touch.label ?? touch.name).filter(name => name);
    const next = this.open().some(n => this.data.touches[n].box) ? "place" : names.length > 0 ? "way" : "thing";
    if (names.length === 0 && this.data.moves[0].t.length > 2 && this.data.touches[this.data.moves[0].t[1]].inks) return this.say("start-colours");
    return names.length > 0 ? this.say(next, {what: names.join(" – ")}) : this.say(next !== "place" ? next : this.open().some(n => this.data.touches[n].edge) ? "start-wall" : "start");
  }

  // list shows the moves that are left where something is typed, the first ones.
  list(left) {
    byId("found")?.replaceChildren();
    if (!this.typed || this.held) return;
    for (const move of left.slice(0, 12)) {
      const button = made(made(byId("found"), "li"), "button", {type: "button", textContent: move.s});
      button.addEventListener("click", () => {
        this.hold({...move, legal: true});
        byId("confirm").focus();
      });
    }
  }

  // goes returns whether a piece goes to n, a single cell, and is not taken from there.
  goes(n) {
    const {touches} = this.data, next = this.touched.length, [, , w, h] = touches[n].box;
    return Math.max(w, h) < 2 * Math.min(w, h) && this.left().some(({t}) => t[next] === n && t.slice(next + 1).every(i => !touches[i].box));
  }

  // ghost draws what was touched, what is open, the frames of a lesson, and where the move goes that is held or would be.
  ghost() {
    const svg = byId("ghost"), {touches, spots} = this.data;
    svg.replaceChildren();
    const box = ([x, y, width, height], name) => drawn(svg, "rect", {x, y, width, height, rx: 3, class: name});
    const {frames = [], piece, move: hint} = this.data.task ?? {};
    const dot = ({box: [x, y, w, h], full}) => { // around what is taken
      if (frames.some(at => at[0] === x && at[1] === y)) return;
      const r = Math.min(w, h) * (full ? 0.42 : 0.18);
      for (const name of ["under", ""]) drawn(svg, "circle", {cx: x + w / 2, cy: y + h / 2, r, class: `dot ${full ? "full" : ""} ${name}`});
    };
    const first = this.touched.length === 0;
    if (!this.held) {
      for (const n of this.open()) {
        const {box: at, edge} = touches[n];
        if (!at) continue;
        if (!edge && this.goes(n)) dot(touches[n]);
        else if (!first) box(at, edge ? "open edge" : "open");
        else if (this.data.thrown) box(at, "may"); // else what can be taken up keeps its colours
      }
      for (const n of piece !== undefined && this.touched.length === 0 ? this.open([piece]) : []) {
        if (touches[n].box) dot(touches[n]);
      }
    }
    for (const at of hint && first && !this.held ? frames : []) {
      const [x, y, width, height] = at, part = drawn(svg, "svg", {x, y, width, height, viewBox: at.join(" "), class: "falls"});
      drawn(part, "image", {href: byId("board").currentSrc + "&move=" + encodeURIComponent(hint), width: this.data.size[0], height: this.data.size[1]});
    }
    for (const name of ["frame under", "frame"]) for (const at of frames) box(at, name);
    for (const n of this.touched) {
      for (const name of touches[n].box ? ["under touched", "touched"] : []) box(touches[n].box, name);
    }
    const only = this.near >= 0 && !this.held ? this.left().filter(move => move.t[this.touched.length] === this.near) : [];
    const pointed = only.length > 0 ? touches[this.near] : {};
    for (const name of pointed.box ? ["under", "near"] : []) box(pointed.box, name);
    const move = this.held ?? (only.length === 1 ? only[0] : null), falls = this.held ? [] : only.length > 0 ? only : this.left();
    const colours = ({t}) => t.flatMap(n => touches[n].inks ?? []), known = move => colours(move).sort().join();
    if ((this.touched.length > 0 || only.length > 0) && colours(falls[0] ?? {t: []}).length > 0 && falls.every(move => known(move) === known(falls[0]))) {
      this.stones(svg, colours(falls[0]), falls[0].p.map(n => spots[n]), "drawn falls");
      return;
    }
    for (const at of move?.boxes ?? move?.p?.map(n => spots[n]) ?? []) {
      if (pointed.box && !pointed.edge && move.p.length === 1) continue; // it has its outline
      box(at, !this.held ? "ghost" : this.held.legal ? "ghost held" : "ghost illegal");
      if (this.held?.legal) box(at, "dash");
    }
    if (this.held?.legal && byId("board").matches("svg")) this.draw(svg, this.held.p?.map(n => spots[n]) ?? []);
  }

  // stones draws stones in the places to which they fall.
  stones(svg, inks, places, name) {
    places.forEach(([x, y, width, height], i) => {
      const stone = drawn(svg, "svg", {x, y, width, height, viewBox: "0 0 26 26", class: name});
      drawn(stone, "circle", {cx: 13, cy: 13, r: 11, class: "k" + inks[i]});
      drawn(stone, "text", {x: 13, y: 18, class: "k" + inks[i]}).textContent = "ABCD"[inks[i] - 1];
    });
  }

  // draw draws what the move that is held sets on the board, where no server draws it: stones, cells, a wall, a tile or a piece.
  draw(svg, places) {
    const {touches, size: [wide, high]} = this.data, touched = this.held.t.map(n => touches[n]), [first] = touched;
    const part = ([x, y, width, height], viewBox) => drawn(svg, "svg", {x, y, width, height, viewBox, class: "drawn"});
    const inks = touched.flatMap(touch => touch.inks ?? []), bar = document.querySelector(".bar.turn"), sign = bar.querySelector(".sign");
    const man = [...bar.querySelectorAll("[data-thing]")].find(has => has.dataset.thing === first?.name)?.querySelector("svg");
    const [to] = places;
    if (!to) return;
    if (inks.length === places.length) {
      this.stones(svg, inks, places, "drawn");
    } else if (first.icon?.strokes) {
      const [x, y] = [0, 1].map(n => Math.min(...places.map(at => at[n]))), tile = part([x, y, 2 * to[2], 2 * to[3]], "0 0 2 2");
      drawn(tile, "rect", {width: 2, height: 2, fill: "#fffaf0"});
      for (let [x1, y1, x2, y2] of first.icon.strokes) {
        for (let n = touched.at(-1).key % 4; n > 0; n--) [x1, y1, x2, y2] = [2 - y1, x1, 2 - y2, x2];
        drawn(tile, "line", {x1, y1, x2, y2, class: (x2 - x1) * (y2 - y1) < 0 ? "s1" : "s2"});
      }
    } else if (touched.at(-1).edge || places.length > 1) {
      for (const [x, y, width, height] of places) drawn(svg, "rect", {x, y, width, height, rx: 3, class: touched.at(-1).edge ? "wall" : sign.classList[1]});
    } else if (first.box && touched.length > 1) {
      drawn(part(to, first.box.join(" ")), "use", {href: "#board", width: wide, height: high});
      drawn(svg, "rect", {x: first.box[0], y: first.box[1], width: first.box[2], height: first.box[3], class: "left"});
    } else {
      const piece = man ?? sign, copy = part(to, piece.getAttribute("viewBox"));
      copy.append(...piece.cloneNode(true).childNodes);
      copy.classList.add(...piece.classList);
    }
  }

  // area returns where touch n is touched: of a wall the half with which it begins, because walls cross each other.
  area(n) {
    const {box: [x, y, w, h], edge} = this.data.touches[n], {flip} = this.data;
    if (!edge) return [x, y, w, h];
    return w > h ? [flip ? x + w / 2 : x, y, w / 2, h] : [x, flip ? y : y + h / 2, w, h / 2];
  }

  // at returns the touch among these at a point of the picture, or the nearest one within reach; -1 for none.
  at(list, [x, y], reach) {
    let best = -1, least = reach;
    for (const n of list) {
      if (!this.data.touches[n].box) continue;
      const [left, top, w, h] = this.area(n);
      const far = Math.hypot(Math.max(left - x, 0, x - left - w), Math.max(top - y, 0, y - top - h));
      if (far < least) [best, least] = [n, far];
    }
    return best;
  }

  // point returns where on the picture an event is, and how much larger than on the screen the picture is.
  point(event) {
    const frame = byId("stage").getBoundingClientRect(), scale = this.data.size[0] / frame.width;
    return [[(event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale], scale];
  }

  // find returns the touch that a point of the window means: an open one, or one to begin anew with.
  find(event) {
    const [point, scale] = this.point(event);
    const open = this.held ? [] : this.open(), first = this.open([], "");
    for (const [list, reach] of [[open, 0.01], [first, 0.01], [open, 28 * scale], [this.held ? first : [], 28 * scale]]) {
      const n = this.at(list, point, reach);
      if (n >= 0) return {n, anew: list === first};
    }
    return null;
  }

  tap(event) {
    const found = this.find(event);
    if (found) return found.anew ? this.begin(found.n) : this.touch(found.n);
    if (this.held || this.data.moves.length === 0) return;
    const onBoard = this.open(this.touched, "").some(n => this.data.touches[n].box), {touched} = this, [to] = this.point(event);
    const later = touched.length === 0 && this.at(this.data.moves.flatMap(move => move.t.slice(1)), to, 0.01) >= 0;
    byId("now").textContent = this.say(later || !onBoard ? "first" : "not-there");
    if (later || !onBoard || !this.read) return;
    const boxes = touched.map(n => this.data.touches[n].box).filter(box => box).map(([x, y, w, h]) => [x + w / 2, y + h / 2]);
    this.read("", [...boxes, to].flat().map(Math.round)).then(move => {
      if (move?.why && !this.held && this.touched === touched) byId("now").textContent = this.say("illegal", {move: move.s, why: move.why});
    });
  }

  listen() {
    const stage = byId("stage"), typed = byId("typed");
    let down = null;
    stage.addEventListener("pointerdown", event => { down = event; });
    stage.addEventListener("pointerup", event => {
      const dragged = down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 12;
      if (dragged) this.tap(down);
      this.tap(event);
      down = null;
    });
    stage.addEventListener("pointermove", event => {
      if (event.pointerType !== "mouse") return;
      const found = this.held ? null : this.find(event);
      if ((found?.n ?? -1) !== this.near) this.preview(found?.n ?? -1);
      stage.style.cursor = found ? "pointer" : "";
    });
    stage.addEventListener("pointerleave", () => this.preview(-1));
    for (const undo of document.querySelectorAll(".undo")) undo.addEventListener("click", () => this.undo());
    addEventListener("keydown", event => this.key(event));
    if (!typed) return; // the match is over
    const words = byId("words"); // the button that sends what is typed as a message
    typed.addEventListener("input", () => {
      this.typed = typed.value;
      this.named = null;
      if (words) words.hidden = true;
      if (this.held) this.shown(this.held = null);
      this.show();
      this.reading = this.ask();
    });
    typed.addEventListener("keydown", event => {
      if (event.key !== "Enter" || typed.form) return;
      event.preventDefault();
      this.read ? this.reading.then(() => this.enter()) : this.enter();
    });
    typed.form?.addEventListener("submit", event => { // what is no move can be a message, else the server says why it is none
      if (this.data.moves.length === 0 || words && event.submitter === words) return;
      const empty = typed.value.trim() === "";
      event.preventDefault();
      if (empty) return byId("now").textContent = this.say("empty");
      this.reading.then(() => {
        if (this.enter()) return;
        if (!words) return typed.form.submit();
        byId("now").textContent = this.say("say");
        words.hidden = false;
        words.focus();
      });
    });
    if (typed.value) typed.dispatchEvent(new Event("input")); // it was typed before the script ran
  }

  // enter holds the move that is typed, and returns whether there is one.
  enter() {
    const left = this.left(), move = this.typed && (this.whole(left) ?? (left.length === 1 ? left[0] : null));
    if (!move) return false;
    this.hold({...move, legal: true});
    byId("confirm").focus();
    return true;
  }

  // key does what a key does wherever the focus is, but for a field of text.
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.key === "Escape" && (this.held || this.touched.length > 0 || this.typed)) {
      event.preventDefault();
      return this.undo();
    }
    if (event.target.closest("input, textarea, select, dialog")) return;
    if (event.key === "Enter" && this.held?.legal && !event.target.closest("a, button, summary")) return byId("confirm").click();
    const focus = this.buttons.indexOf(document.activeElement), name = event.key.toLowerCase();
    if (event.key.startsWith("Arrow") && focus >= 0 && this.data.touches[focus].box) {
      event.preventDefault();
      return this.move(focus, event.key);
    }
    if (event.key === "Backspace") return this.undo();
    if (event.key.length !== 1 || event.key === " ") return;
    const way = (this.held ? this.beside() : this.open()).find(n => this.data.touches[n].way && this.data.touches[n].key === name);
    if (this.held && this.data.keys?.some(key => key.key === name)) this.change(name);
    else if (way !== undefined) this.press(way);
    else if (!this.held && this.data.moves.length > 0) byId("typed").focus();
    else return;
    if (document.activeElement !== byId("typed")) event.preventDefault();
  }

  // move moves the focus from a place to the next one that is open in the direction of an arrow.
  move(from, arrow) {
    const middle = n => {
      const [x, y, w, h] = this.area(n);
      return [x + w / 2, y + h / 2];
    };
    const [x, y] = middle(from), [dx, dy] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[arrow];
    let best = -1, least = Infinity;
    for (const n of this.open()) {
      if (!this.data.touches[n].box || n === from) continue;
      const [u, v] = middle(n), along = (u - x) * dx + (v - y) * dy, across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const far = along + (across > along ? 4 : 0.5) * across; // straight on, if there is anything
      if (along > 0.5 && far < least) [best, least] = [n, far];
    }
    if (best < 0) return;
    this.buttons[from].tabIndex = -1;
    this.buttons[best].tabIndex = 0;
    this.buttons[best].focus();
  }
}
