
// The graph of an analysis: a line stands at the ply that is shown, and a click shows another one.
const graph = byId("graph"), here = byId("here"), [from, wide] = graph.dataset.field.split(" ").map(Number);
const place = () => { here.style.left = 100 * (from + wide * ply / Math.max(last, 1)) + "%"; };
new MutationObserver(place).observe(slider, {attributes: true}); // each ply that is shown has another text
here.hidden = false;
place();
graph.addEventListener("click", event => {
  const box = graph.getBoundingClientRect();
  play(false);
  show(Math.round(((event.clientX - box.left) / box.width - from) / wide * last));
});
