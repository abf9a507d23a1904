// The page of a match: the picture follows what is chosen and the list of moves; a move goes out by an ordinary form.
const live = document.querySelector("[data-live]"), data = read("data");

// picture shows the board with these values in the query of its address besides those that it came with.
function picture(values) {
  for (const source of document.querySelectorAll("#stage source, #board, #map source, #map img")) {
    const name = source.tagName === "IMG" ? "src" : "srcset";
    const address = new URL(source.dataset.now ??= source.getAttribute(name), document.baseURI);
    for (const key in values) address.searchParams.set(key, values[key]);
    if (source.dataset.shown === address.href) continue;
    if (source.id === "board") byId("ghost").classList.remove("seen");
    source.setAttribute(name, source.dataset.shown = address.href);
  }
}
byId("board")?.addEventListener("load", () => byId("ghost").classList.toggle("seen", byId("board").currentSrc.includes("move=")));

if (data) {
  const move = byId("move"), line = byId("line"), query = new URLSearchParams(location.search);
  const ask = async (what, values) => {
    for (const key in values) query.set(key, values[key]);
    const answer = await fetch(`${live.dataset.path}/${what}?${query}`).catch(() => null);
    return answer?.ok ? answer.json() : null;
  };
  const held = one => {
    if (move) move.value = one?.m ?? "";
    if (line) line.value = [line.dataset.line, one?.m].filter(text => text).join(" ");
    picture(one?.legal ? {move: one.m} : {});
  };
  globalThis.hand = new Hand(data, held, (one, key) => ask("nudge", {move: one.m, key}), (text, at = "") => ask("read", {move: text, at}));

  // The list shows earlier positions without leaving the page.
  const here = +live.dataset.ply, links = [...document.querySelectorAll("#list [data-ply]")], list = byId("list");
  const past = byId("past"), passed = past.hidden;
  let ply = here;
  const parts = [".far", ".own", ".stock:has(~ #view)", "#view ~ .stock"].filter(name => document.querySelector(name));
  const now = parts.map(name => [...document.querySelector(name).childNodes]);
  // bars shows what the players had at the ply shown.
  const bars = async () => {
    const at = ply, past = new URLSearchParams(location.search);
    past.set("at", at);
    const answer = at === here ? null : await fetch(`${live.dataset.path}?${past}`);
    const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
    if (at === ply) parts.forEach((name, i) => document.querySelector(name).replaceChildren(...page?.querySelector(name)?.childNodes ?? now[i]));
  };
  const mark = () => {
    for (const link of links) link.toggleAttribute("aria-current", +link.dataset.ply === ply);
    const current = links.find(link => +link.dataset.ply === ply);
    current?.setAttribute("aria-current", "step");
    if (!current) return;
    const at = current.getBoundingClientRect(), box = list.getBoundingClientRect();
    list.scrollBy(at.x + at.width / 2 - box.x - box.width / 2, at.y + at.height / 2 - box.y - box.height / 2);
  };
  const show = to => {
    ply = Math.min(Math.max(to, 0), here);
    byId("view").inert = ply !== here;
    byId("ghost").style.visibility = ply === here ? "" : "hidden";
    past.hidden = passed && ply === here;
    byId("ply").textContent = ply;
    byId("try").search = `?at=${ply}&line=`;
    mark();
    picture(ply === here ? {} : {at: ply});
    bars();
  };
  const walk = byId("walk"), looks = !document.querySelector("#line") && here === Math.max(here, ...links.map(link => +link.dataset.ply));
  if (looks) {
    for (const link of links) {
      link.addEventListener("click", event => {
        event.preventDefault();
        show(+link.dataset.ply);
      });
    }
    walk.hidden = here === 0;
    for (const button of walk.children) button.addEventListener("click", () => show({first: 0, back: ply - 1, next: ply + 1, last: here}[button.value]));
    past.querySelector(".main").addEventListener("click", event => {
      event.preventDefault();
      show(here);
    });
    addEventListener("keydown", event => {
      const to = {ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: here}[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, #spots, #frame, dialog")) return;
      event.preventDefault();
      show(to);
    });
  }
  mark();
  byId("thrown")?.addEventListener("click", event => {
    const field = event.target.form.elements.line;
    field.value = [field.dataset.line, `[${byId("throw").value.split(/\D+/).filter(n => n).join(",")}]`].filter(text => text).join(" ");
  });
}

// The keys of all pages: what a link or a form is for stands in its data-key.
byId("help").hidden = false;
byId("help").addEventListener("click", () => byId("keys-help").showModal());
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || event.target.closest("input, textarea, select, dialog")) return;
  const key = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (event.key !== "?" && !key) return;
  event.preventDefault();
  (key ?? byId("help")).click();
});

// aim tells elements apart by what they lead to.
const aim = element => [element.tagName, ...["href", "formaction"].map(name => element.getAttribute(name)), element.form?.getAttribute("action")].join();

// begun reports whether something has been begun on the page.
const begun = () => document.querySelector("[data-state=touched], [data-state=held]") || [...document.querySelectorAll("input:not([type])")].some(input => input.value);

// refresh shows the list as it is now, and leaves the focus where it was.
async function refresh() {
  const answer = await fetch("./");
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html"), fresh = page.querySelector("[data-live]");
  if (fresh.innerHTML === live.innerHTML || begun()) return;
  const before = aim(document.activeElement);
  document.title = page.title;
  live.replaceChildren(...fresh.childNodes);
  [...live.querySelectorAll("a, button, input")].find(element => aim(element) === before)?.focus();
}

// A part of the settings that is folded unfolds.
const unfold = () => document.querySelector("details:target")?.setAttribute("open", "");
addEventListener("hashchange", unfold);
unfold();

// The settings show what to do at the chosen provider, which is that of a new address.
if (byId("way")) {
  const way = byId("way"), address = byId("address"), settings = byId("settings");
  const providers = [...document.querySelectorAll("[data-domains]")];
  const ofAddress = () => {
    const domain = address.value.trim().toLowerCase().split("@").pop();
    return providers.find(one => one.dataset.domains.trim().split(" ").includes(domain))?.dataset.provider ?? "";
  };
  let chosen = way.value !== "" && way.value !== ofAddress();
  const advise = () => {
    if (!chosen && "new" in settings.dataset) way.value = ofAddress();
    byId("sign-in").open = way.selectedOptions[0]?.matches(".token") || byId("sign_in.client_id").value;
    const known = providers.some(one => one.dataset.provider === way.value);
    for (const one of document.querySelectorAll("[data-provider]")) one.hidden = known && one.dataset.provider !== way.value;
    return known;
  };
  way.addEventListener("change", () => { chosen = true; });
  settings.addEventListener("input", event => {
    if ([way, address].includes(event.target) && advise()) byId("advice").open = true;
  });
  advise();
}

// Another way to play, or the other language, keeps the variant that is chosen.
for (const link of byId("begin") ? document.querySelectorAll(".tabs [href^=new], [hreflang]") : []) {
  link.addEventListener("click", () => {
    const to = new URL(link.href);
    for (const chosen of document.querySelectorAll('[name^="set-"]')) to.searchParams.set(chosen.name, chosen.value);
    link.href = to;
  });
}

byId("file")?.addEventListener("change", event => event.target.form.requestSubmit());

const events = new EventSource("events");
events.addEventListener("shared", () => byId("shared").removeAttribute("hidden"));

// A page that waits for a sign-in shows what has come of it.
if (document.querySelector("[data-waits]")) events.onmessage = () => location.reload();

// What comes shows itself, unless something has been begun.
if (live) {
  let leaving = false; // a form brings its own answer
  addEventListener("formdata", () => { leaving = true; }); // not submit, which may be prevented
  addEventListener("pageshow", () => { leaving = false; });
  events.onmessage = async () => {
    if (leaving) return;
    if (data) {
      const answer = await fetch(`${live.dataset.path}/head`);
      if (answer.ok && await answer.text() === live.dataset.head) return;
    }
    if (leaving) return;
    if (begun()) return byId("news")?.removeAttribute("hidden");
    if (data) location.reload();
    else refresh();
  };
}
