// The graph is the slider: a line stands at the ply that is shown, and a touch shows another one, or the mark that is near.
const graph = byId("graph"), here = byId("here"), margin = 56; // for the scale
const pick = event => {
  if (event.type === "pointermove" && event.buttons === 0) return;
  const box = graph.getBoundingClientRect(), width = box.width - margin, x = (event.clientX - box.x - margin) / width * last;
  const near = [...graph.querySelectorAll("[data-ply]")].map(mark => +mark.dataset.ply).sort((a, b) => Math.abs(a - x) - Math.abs(b - x))[0];
  play(false);
  show(Math.abs(near - x) * width < 12 * last ? near : Math.max(0, Math.round(x)));
};
for (const type of ["pointerdown", "pointermove"]) graph.addEventListener(type, pick);

// The mistakes: two buttons and two keys lead from one to the next. The summary makes room for what is said of the one shown.
const mistakes = links.flatMap((link, i) => link.querySelector(".bad") ? [i + 1] : []);
const earlier = byId("earlier"), later = byId("later");
const beside = () => [mistakes.findLast(n => n < ply), mistakes.find(n => n > ply)];
const step = to => {
  if (to === undefined) return;
  play(false);
  show(to);
};
earlier.addEventListener("click", () => step(beside()[0]));
later.addEventListener("click", () => step(beside()[1]));
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const to = {p: 0, n: 1}[event.key];
  if (to !== undefined) step(beside()[to]);
});
byId("steps").hidden = mistakes.length === 0;

const follow = () => {
  here.setAttribute("transform", `translate(${ply / Math.max(last, 1) * (graph.clientWidth - margin)})`);
  const [before, after] = beside(), found = mistakes.includes(ply);
  earlier.disabled = before === undefined;
  later.disabled = after === undefined;
  byId("moment").textContent = !found ? "" :
    [`${mistakes.indexOf(ply) + 1}/${mistakes.length}`, ...[...links[ply - 1].closest("li").querySelectorAll(".note")].map(note => note.textContent)].join(" · ");
  byId("moments").classList.toggle("found", found);
  for (const frame of board.querySelectorAll(".better")) frame.remove();
  for (const [x, y, width, height] of data.better?.[ply]?.[+flipped] ?? []) {
    const frame = board.appendChild(document.createElementNS(board.namespaceURI, "rect")), values = {x, y, width, height, rx: 3, class: "better"};
    for (const name in values) frame.setAttribute(name, values[name]);
  }
};
new MutationObserver(follow).observe(slider, {attributes: true}); // each ply that is shown has another text
addEventListener("resize", follow);
follow();
