
// The graph is the slider: a line stands at the ply that is shown, and a touch shows another one, or the mark that is near.
const graph = byId("graph"), here = byId("here");
const place = () => here.setAttribute("transform", `translate(${ply / Math.max(last, 1) * graph.clientWidth})`);
const choose = event => {
  if (event.type === "pointermove" && event.buttons === 0) return;
  const box = graph.getBoundingClientRect(), x = (event.clientX - box.x) / box.width * last;
  const near = [...graph.querySelectorAll("[data-ply]")].map(mark => +mark.dataset.ply).find(mark => Math.abs(mark - x) * box.width < 12 * last);
  play(false);
  show(near ?? Math.round(x));
};
for (const type of ["pointerdown", "pointermove"]) graph.addEventListener(type, choose);
new MutationObserver(place).observe(slider, {attributes: true}); // each ply that is shown has another text
addEventListener("resize", place);
place();
