// Reads a game a line as {"format", "text"} and answers with the positions and with the game in that format as tsshogi writes it.
const shogi = require("tsshogi");
const read = { kif: shogi.importKIF, ki2: shogi.importKI2, csa: shogi.importCSA, csa3: shogi.importCSA, usi: shogi.Record.newByUSI };
const write = {
  kif: shogi.exportKIF,
  ki2: shogi.exportKI2,
  csa: (record) => shogi.exportCSA(record),
  csa3: (record) => shogi.exportCSA(record, { v3: {} }),
  usi: (record) => record.getUSI({ allMoves: true }),
};
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { format, text } = JSON.parse(line);
  const record = read[format](text);
  if (record instanceof Error) {
    console.log(JSON.stringify({ error: record.message }));
    return;
  }
  const positions = [];
  record.goto(0);
  do positions.push(record.position.sfen.replace(/ [0-9]+$/, ""));
  while (record.goForward() && record.current.move.usi); // an ending has none
  console.log(JSON.stringify({ positions, text: write[format](record) }));
});
