// The page of a match: the picture follows what is chosen and the slider; a move goes out by an ordinary form.
const live = document.querySelector("[data-live]"), data = read("data");

// picture shows the board with these values in the query of its address besides those that it came with.
function picture(values) {
  const address = new URL(byId("board").dataset.now ??= byId("board").src);
  for (const name in values) address.searchParams.set(name, values[name]);
  if (byId("board").src === address.href) return;
  byId("ghost").classList.remove("seen");
  byId("board").src = address.href;
  address.searchParams.set("theme", "dark");
  byId("night").srcset = address.href;
}

if (data) {
  byId("board").addEventListener("load", () => byId("ghost").classList.toggle("seen", byId("board").currentSrc.includes("move=")));
  const move = byId("move"), line = byId("line"), query = new URLSearchParams(location.search);
  const nudge = async (held, key) => {
    query.set("move", held.m);
    query.set("key", key);
    const answer = await fetch(`${live.dataset.path}/nudge?${query}`);
    return answer.ok ? answer.json() : null;
  };
  const held = one => {
    if (move) move.value = one?.m ?? "";
    if (line) line.value = [line.dataset.line, one?.m].filter(text => text).join(" ");
    picture(one?.legal ? {move: one.m} : {});
  };
  globalThis.hand = new Hand(data, held, nudge);

  const slider = byId("slider"), here = +slider.value, links = [...document.querySelectorAll("#list a")];
  const mark = ply => {
    for (const link of links) {
      link.tabIndex = -1; // Tab passes by a long match, and arrows go along it
      if (link.search === `?at=${ply}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const current = document.querySelector("#list [aria-current]");
    if (current) {
      current.tabIndex = 0;
      byId("list").scrollTop = current.offsetTop - byId("list").offsetTop - byId("list").clientHeight / 2;
    }
    byId("ply").textContent = [ply, current?.firstChild.textContent].filter(text => text).join(" ");
  };
  slider.addEventListener("input", () => {
    const ply = +slider.value;
    byId("hand").inert = ply !== here;
    byId("ghost").style.visibility = ply === here ? "" : "hidden";
    byId("try").search = `?at=${ply}&line=`;
    mark(ply);
    picture(ply === here ? {} : {at: ply});
  });
  mark(here);
  byId("list").addEventListener("keydown", event => {
    const next = links[links.indexOf(document.activeElement) + {ArrowUp: -1, ArrowDown: 1}[event.key]];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  byId("thrown")?.addEventListener("click", () => {
    line.value = [line.dataset.line, `[${byId("throw").value.split(/\D+/).filter(n => n).join(",")}]`].filter(text => text).join(" ");
  });
}

// aim tells elements apart by what they lead to.
const aim = element => [element.tagName, ...["href", "formaction"].map(name => element.getAttribute(name)), element.form?.getAttribute("action")].join();

// refresh shows the list as it is now, and leaves the focus where it was.
async function refresh() {
  const answer = await fetch("./");
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-live]");
  if (fresh.innerHTML === live.innerHTML) return;
  const before = aim(document.activeElement);
  live.replaceChildren(...fresh.childNodes);
  [...live.querySelectorAll("a, button, input")].find(element => aim(element) === before)?.focus();
}

byId("file")?.addEventListener("change", event => event.target.form.requestSubmit());

const events = new EventSource("events");
events.addEventListener("shared", () => byId("shared").removeAttribute("hidden"));

// What comes shows itself, unless something has been begun.
if (live) {
  const begun = () => document.querySelector("[data-state=touched], [data-state=held]") || [...document.querySelectorAll("input:not([type])")].some(input => input.value);
  let leaving = false; // a form brings its own answer
  addEventListener("submit", () => { leaving = true; });
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
