// The page of a turn: what is chosen becomes a finished reply.
const data = read("data"), reply = read("reply");

// quoted returns a word as shells and the prompt of Windows read it.
const quoted = word => /["'`$*()&|<>!\\]/.test(word) ? `"${word}"` : word;

// letter returns the text of the reply with a move.
const letter = (move, comment) => [comment ? `${move} -- ${comment}` : move, "", "", "token: " + reply.token, ""].join("\n");

const mailto = text => {
  const subject = encodeURIComponent(reply.subject), body = encodeURIComponent(text.replace(/\n/g, "\r\n"));
  return `mailto:${encodeURIComponent(reply.address).replace(/%40/g, "@")}?subject=${subject}&body=${body}`;
};

function write(move) {
  for (const part of byId("play").querySelectorAll("#confirm, #comment, #text, details")) part.hidden = !move;
  if (!move) return;
  const text = reply.address ? letter(move.s, byId("comment").value.trim()) : reply.command.replace("MOVE", () => quoted(move.s));
  byId("text").value = text;
  byId("copied").textContent = "";
  if (reply.address) byId("confirm").href = mailto(text);
}

const nudge = async (held, key) => {
  const n = data.next?.[key]?.[data.moves.findIndex(move => move.m === held.m)] ?? -1;
  return n < 0 ? null : {...data.moves[n], legal: true};
};
globalThis.hand = new Hand(data, write, nudge);
byId("comment")?.addEventListener("input", () => write(hand.held));
byId("copy")?.addEventListener("click", copy);
if (!reply.address) byId("confirm").addEventListener("click", copy);

// copy copies the reply, or marks it for the reader to copy where a page may not.
async function copy() {
  byId("text").select();
  try {
    await navigator.clipboard.writeText(byId("text").value);
    byId("copied").textContent = reply.copied;
  } catch {}
}
