// Entries, signatures and dice of a record, as kif/FORMAT.md and match/PROTOCOL.md specify them.

const endings = {
  "投了": "resign", "切れ負け": "time-out", "反則負け": "foul", "詰み": "mate", "詰": "mate", "不戦敗": "default", "反則勝ち": "foul-win",
  "入玉勝ち": "declare", "不戦勝": "walkover", "持将棋": "impasse", "合意引分": "draw-agree", "千日手": "repetition", "中断": "adjourn",
  "封じ手": "seal", "不詰": "no-mate",
};
// signedWords are the words of the lines below an event that have a meaning in an entry, or sign it (kif/FORMAT.md). Other lines are in no entry.
const signedWords = new Set(["at", "got", "seat", "party", "again", "key", "chain", "version", "link", "mail", "dice", "sign-old", "sign"]);
// aliases are other keys of headers, in lower case.
const aliases = {
  "game": "ゲーム", "options": "設定", "match": "対局番号", "time": "持ち時間", "position": "開始局面", "umpire": "審判", "observer": "観戦者", "delay": "観戦遅延", "engines": "思考プログラム",
  "player 1": "対局者1", "player 2": "対局者2", "対局者１": "対局者1", "対局者２": "対局者2", "seat 1": "席1", "seat 2": "席2", "seat 3": "席3", "seat 4": "席4",
  "先手": "席1", "下手": "席1", "席１": "席1", "後手": "席2", "上手": "席2", "席２": "席2", "席３": "席3", "席４": "席4",
};
// header returns the key of hikyaku for a key of a header.
const header = key => aliases[key.toUpperCase().toLowerCase()] ?? key; // as "ſ" and the Kelvin sign are folded
const zeros = "0".repeat(64);
const utf8 = text => new TextEncoder().encode(text);
const unhex = text => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16));
const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
const u32 = n => new Uint8Array([n >>> 24, n >>> 16, n >>> 8, n]);
const unbase64 = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));

function joined(label, parts) {
  return new Uint8Array([label, new Uint8Array(1), ...parts].flatMap(part => [...typeof part === "string" ? utf8(part) : part]));
}

const hash = async (label, ...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(label, parts)));

// readRecord returns the headers and the events of a record in the strict form, without its variations.
function readRecord(text) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n"), body = lines.indexOf("手数----指手---------消費時間--");
  const headers = lines.slice(0, body).map(line => line.split(/：(.*)/s)).filter(parts => parts.length > 1);
  const events = [];
  for (const whole of lines.slice(body + 1)) {
    const event = events.at(-1), undone = whole.startsWith("#- "), line = undone ? whole.slice(3) : whole;
    let m;
    if (line.startsWith("変化：")) break;
    if (m = line.match(/^#: throw (.*)/s)) events.push({throw: m[1], undone});
    else if (m = line.match(/^#: do (.*)/s)) events.push({does: m[1], said: []});
    else if (m = line.match(/^ *\d+ ([^ ]+)/)) events.push(Object.hasOwn(endings, m[1]) ? {does: endings[m[1]], said: []} : {move: m[1], said: [], undone});
    else if (m = line.match(/^\*(.*)/s)) event?.said?.push(m[1]);
    else if (event && (m = line.match(/^#: ([^ ]+) (.*)/s)) && signedWords.has(m[1])) event[m[1]] ??= m[2];
  }
  return {headers, events};
}

// person returns a player as entries have one: a name, and an address in "<>" after a blank.
function person(text = "") {
  const [, name, address] = text.match(/^([^<]*)<(.*)>$/s) ?? [, text];
  if (address === undefined) return text;
  return address.trim() ? `${name.trim()} <${address.trim()}>`.trim() : name.trim();
}

// options returns options as entries have them: each once, sorted by key.
function options(text = "") {
  const values = new Map();
  for (const word of text.replaceAll("＝", "=").split(/\s+/).filter(word => word)) {
    const [key, value = ""] = word.split(/=(.*)/s);
    values.set(key, value);
  }
  return [...values.keys()].sort().map(key => `${key}=${values.get(key)}`).join(" ");
}

// joins reports whether an event begins the part of a party in a match. Its chain is that of its own link.
const joins = event => /^(invite|accept)$/.test(event.does);
const before = (id, i, link) => hash("hikyaku/1 chain link", id, u32(i), link);

// whole returns the text of a record with what the page keeps elsewhere: secrets, and links that follow from later ones.
async function whole({text, parties}, secrets) {
  let digits = hex(secrets);
  text = text.replace(/\x01(\d+)/g, (all, n) => {
    const found = digits.slice(0, n);
    digits = digits.slice(n);
    return found;
  });
  const ids = [], links = [], later = {};
  for (const [i, event] of readRecord(text).events.filter(event => !event.throw).entries()) {
    const commit = () => { if (event.chain) ids[parties[i]] = event.chain.split(" ")[0]; };
    if (joins(event)) commit();
    if (event.link) links.unshift([ids[parties[i]], ...event.link.split(" ")]);
    commit();
  }
  const lines = [];
  for (const [id, index, known] of links) {
    let [i, link] = known ? [+index, unhex(known)] : later[id];
    for (; i > index; i--) link = await before(unhex(id), i, link);
    later[id] = [i, link];
    if (!known) lines.push(`#: link ${index} ${hex(link)}`);
  }
  const begin = text.search(/^#: do /m); // lines before the first event are of nobody
  return text.slice(0, begin) + text.slice(begin).replace(/^(#- )?#: link \d+$/gm, (all, mark = "") => mark + lines.pop());
}

// terms returns the lines of an invitation about the match.
function terms(headers, event) {
  const value = key => headers.find(([name]) => header(name) === key)?.[1];
  const lines = [];
  const add = (name, text) => { if (text) lines.push(name + " " + text.replace(/\\/g, "\\\\")); };
  add("game", value("ゲーム"));
  add("options", options(value("設定")));
  add("position", value("開始局面"));
  add("id", value("対局番号"));
  const tossed = value("対局者1"), umpire = person(value("審判"));
  if (!tossed) for (const n of [1, 2, 3, 4]) add("seat " + n, person(value("席" + n)));
  add("time", value("持ち時間"));
  if (umpire) add("umpire", umpire);
  else if (!tossed) add("from", event.seat);
  if (tossed) {
    [umpire, person(tossed), person(value("対局者2"))].filter(player => player).forEach((player, i) => add("party " + (i + 1), player));
    lines.push("seats toss");
  }
  for (const [key, who] of headers) if (header(key) === "観戦者") add("observer", person(who));
  add("delay", value("観戦遅延"));
  if (value("思考プログラム")) lines.push("engines allowed");
  return lines;
}

// entries returns the texts and hashes of the entries of a record, with their events. known tells what does not follow from
// the text alone; if it is wrong, the hashes are.
async function entries(known, {headers, events}) {
  const list = [], utc = time => time && new Date(time).toISOString().replace(".000", "");
  let match = zeros, previous = zeros, accepted = 0, throws = 0, dice = [];
  for (const event of events) {
    if (event.throw) {
      dice.push(`throw ${++throws} ${event.throw}`);
      continue;
    }
    const number = list.length + 1, party = known.parties[number - 1];
    const fields = [["sent", utc(event.at)], ["got", utc(event.got)], ["again", event.again], ["key", event.key], ["chain", event.chain], ["version", event.version], ["link", event.link]];
    const lines = ["hikyaku entry 2", "match " + match, "number " + number, "previous " + previous, "party " + party];
    for (const [name, value] of fields) if (value) lines.push(name + " " + value);
    lines.push(...dice, event.move ? "move " + event.move : "do " + event.does);
    if (number === 1) lines.push(...terms(headers, event));
    else if (known.seats[number]) lines.push("seat " + (event.seat ?? known.seats[number]));
    if (event.mail) lines.push("mail " + event.mail);
    if (event.said.join("\n")) lines.push("said " + event.said.map(line => line.replace(/\\/g, "\\\\")).join("\\n"));
    const text = lines.join("\n") + "\n";
    previous = hex(await hash("hikyaku/1 entry", text));
    list.push({event, party, text, hash: previous});
    dice = [];
    if (event.does === "accept" && ++accepted === known.names.length - 1) match = previous;
  }
  return list;
}

// verify reports whether a signature of an entry is good.
async function verify(key, text, signature) {
  const imported = await crypto.subtle.importKey("raw", unbase64(key), {name: "Ed25519"}, false, ["verify"]);
  return crypto.subtle.verify({name: "Ed25519"}, imported, unhex(signature), joined("hikyaku/1 entry", [text]));
}

// handover returns a function that reads the events in order and returns, at the one that gives a seat to a substitute, the party
// and the key and chain that the substitute has brought.
function handover() {
  const called = {};
  return ({does = "", key, chain}, party) => {
    if (does.startsWith("substitute ")) called[party] = {party};
    if (does === "step-in") Object.assign(called[party], {key, chain});
    return does === "hand-over" && called[party];
  };
}

// answers reports whether an event is signed by the key that it brings, of a substitute who is no party yet.
const answers = event => event.does === "step-in" || event.does === "step-out" && event.key;

// checkSignatures returns the number of good signatures, how many of them the scribe made for letter writers, and the keys of
// the parties. It is an error if one is not good.
async function checkSignatures(known, headers, list) {
  const keys = [], passing = handover();
  let good = 0, scribed = 0;
  for (const {event, party, text} of list) {
    if (event.does === "rotate" && !await verify(keys[party], text, event["sign-old"])) throw party;
    if (event.key && !answers(event)) keys[party] = event.key;
    const key = answers(event) ? event.key : keys[party] ?? (event.mail && keys[known.scribe]);
    if (!key || !event.sign || !await verify(key, text, event.sign)) throw party;
    good++;
    if (!keys[party] && !answers(event)) scribed++;
    const passed = passing(event, party);
    if (passed) keys[passed.party] = passed.key;
  }
  return {good, scribed, keys};
}

// Chain is what is known of a party's commitments: the links by event of chance, from 1.
class Chain {
  links = [null];

  // commit begins a new chain for the events behind one, that of the last known link.
  commit(chain, behind = this.links.length - 1) {
    const [id, , tip] = chain.split(" ");
    Object.assign(this, {id: unhex(id), base: behind, at: 0, last: unhex(tip)});
  }

  // open adds link i and all before it, which must lead to the last known one.
  async open(i, link) {
    const found = [];
    for (let j = i; j > this.at; j--) {
      found[this.base + j] = link;
      link = await before(this.id, j, link);
    }
    if (i <= this.at || hex(link) !== hex(this.last)) throw "link";
    for (let j = this.at + 1; j <= i; j++) this.links[this.base + j] = found[this.base + j];
    this.at = i;
    this.last = this.links[this.base + i];
  }
}

// stream returns a function that throws dice with the bytes of a seed, one after another.
function stream(seed) {
  let block, used = 0;
  const byte = async () => {
    if (used % 32 === 0) block = await hash("hikyaku/1 dice", seed, u32(used / 32));
    return block[used++ % 32];
  };
  return async sides => {
    if (sides === 1) return 1;
    for (;;) {
      let x = await byte(), span = 256;
      if (sides > 256) [x, span] = [x * 256 + await byte(), 65536];
      if (x < span - span % sides) return 1 + x % sides;
    }
  };
}

// checkDice returns the number of throws that follow from opened links. It is an error if one does not.
async function checkDice(known, {headers, events}, list) {
  const passing = handover(), chains = known.names.map(() => new Chain()), rest = [...list];
  const match = unhex(list.findLast(entry => entry.event.does === "accept").hash);
  const streams = [];
  let waiting = [], throws = 0, proved = 0;
  for (const event of events) {
    const d = Math.max(...chains.map(chain => chain.links.length)) - 1;
    if (event.throw) {
      waiting.push({d, faces: event.throw, sides: known.sides[throws++]});
      continue;
    }
    const {party} = rest.shift(), chain = chains[party - 1];
    const commit = () => { if (event.chain && !answers(event)) chain.commit(event.chain); };
    const passed = passing(event, party);
    if (joins(event)) commit();
    if (event.link) await chain.open(+event.link.split(" ")[0], unhex(event.link.split(" ")[1]));
    if (!joins(event)) commit();
    // The leaving player's link comes with the hand-over. The new chain serves the events behind it.
    if (passed.chain) chain.commit(passed.chain, Math.max(...chains.map(chain => chain.links.length)) - 1);
    const open = ({d}) => chains.every(chain => chain.links[d]);
    for (const {d, faces, sides} of waiting.filter(open)) {
      streams[d] ??= stream(await hash("hikyaku/1 event", match, u32(d), u32(chains.length), ...chains.map(chain => chain.links[d])));
      const right = [];
      for (const n of sides) right.push(await streams[d](n));
      if (faces !== `[${right}]`) throw "faces";
      proved++;
    }
    waiting = waiting.filter(one => !open(one));
  }
  return proved;
}

const fingerprint = async key => hex(await hash("hikyaku/1 fingerprint", unbase64(key))).slice(0, 20).match(/..../g).join(" ");

// standing returns the moves of the game as it stands: those that all players have not agreed to take back.
function standing({names}, headers, list) {
  const players = names.length - headers.filter(([key]) => (aliases[key.toLowerCase()] ?? key) === "審判").length;
  let moves = [], number, agreed = new Set();
  for (const {event, party} of list) {
    if (event.move) moves.push(event);
    if (event.does?.startsWith("undo-offer ")) [number, agreed] = [+event.does.slice(11), new Set([party])];
    if (event.does === "agree undo" && agreed.add(party).size === players) moves = moves.slice(0, number - 1);
  }
  return moves;
}

// check returns what was found about a record and the moves that the page lists: "good", "bad" or "", the key of a sentence,
// and the values in it.
async function check(known, moves) {
  const record = readRecord(known.text), {events} = record, found = [];
  const same = String(events.filter(event => event.move && !event.undone).map(event => event.move)) === String(moves);
  if (!same) found.push(["bad", "moves"]);
  if (events[0]?.does !== "invite") return [...found, ["", "unsigned"]];
  if (events.some(event => /^(rechain|settle)/.test(event.does))) return [...found, ["", "replaced"]];
  const bad = (key, values) => ["bad", "bad", {what: say(key, values)}];
  const chain = {n: known.parties.length, hash: known.head.slice(0, 16)};
  let list;
  try {
    list = await entries(known, record);
  } catch {}
  if (list?.at(-1).hash !== known.head) return [...found, bad("entries", chain)];
  found.push(["good", "entries", chain]);
  const stand = standing(known, record.headers, list);
  if (same && events.some(event => event.move && !event.undone !== stand.includes(event))) found.push(["bad", "moves"]);
  try {
    const {good, scribed, keys} = await checkSignatures(known, record.headers, list);
    found.push(["good", "signed", {n: good}]);
    if (scribed > 0) found.push(["", "scribed", {n: scribed, name: known.names[known.scribe - 1]}]);
    for (const [party, key] of keys.entries()) {
      if (key) found.push(["", "key", {name: known.names[party - 1], key: await fingerprint(key)}]);
    }
  } catch (error) {
    found.push(error.name === "NotSupportedError" ? ["", "no-ed25519"] : bad("signed", {n: list.length}));
  }
  const throws = events.filter(event => event.throw).length;
  if (throws === 0) return found;
  const committed = list.filter(({event}) => joins(event) && event.chain).length;
  if (committed < known.names.length) return [...found, ["", "no-dice"]];
  try {
    const proved = await checkDice(known, record, list);
    found.push([proved === throws ? "good" : "", "dice", {n: proved, of: throws}]);
  } catch {
    found.push(bad("dice", {n: throws, of: throws}));
  }
  return found;
}
