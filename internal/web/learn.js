// The page of a lesson: a move that the rule refuses can be tried too, and shows why.
const lesson = read("pointing");

if (lesson) {
  const path = document.querySelector("[data-path]").dataset.path, move = byId("move");
  const ask = async (what, values) => {
    const answer = await fetch(`${path}/${what}?${new URLSearchParams(values)}`);
    return answer.ok ? answer.json() : null;
  };
  const held = one => {
    if (move) move.value = one?.m ?? "";
    picture(one?.legal ? {move: one.m} : {});
  };
  globalThis.hand = new Hand(lesson, held, (one, key) => ask("nudge", {move: one.m, key}));
  const attempt = async text => {
    const one = await ask("try", {move: text});
    if (one) hand.hold(one);
  };
  for (const button of document.querySelectorAll(".refused, #solve")) {
    button.addEventListener("click", async () => {
      await attempt(button.dataset.move ?? button.dataset.solution);
      byId("now").scrollIntoView({block: "nearest"});
    });
  }
  byId("typed").addEventListener("keydown", event => {
    if (event.key === "Enter" && !hand.held && hand.typed) attempt(hand.typed);
  });
}
