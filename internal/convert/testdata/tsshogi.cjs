// Reads a game a line as {"format", "text"} and answers with the positions and with the game in that format as tsshogi writes it.
// The formats "jkf" and "shogiops" are KIF that json-kifu-format and shogiops read.
const shogi = require("tsshogi");
const { JKFPlayer } = require("json-kifu-format");
const bare = (sfen) => sfen.replace(/ [0-9]+$/, "");
function readByJKF(text) {
  const player = JKFPlayer.parseKIF(text), positions = [bare(player.shogi.toSFENString())];
  while (player.forward() && player.getMove()) positions.push(bare(player.shogi.toSFENString()));
  return { positions };
}
// shogiops is a module of the other kind, which NODE_PATH does not find.
const shogiops = (name) => import(require("url").pathToFileURL(`${process.env.NODE_PATH}/shogiops/dist/${name}.js`));
async function readByShogiops(text) {
  const kif = await shogiops("notation/kif"), { makeSfen } = await shogiops("sfen");
  const position = kif.parseKifHeader(text).unwrap(), positions = [bare(makeSfen(position))];
  const numbered = kif.normalizedKifLines(text).map((line) => line.match(/^\s*\d+\s+(\S+)/)?.[1]).filter((move) => move);
  for (const move of kif.parseKifMovesOrDrops(numbered)) {
    position.play(move);
    positions.push(bare(makeSfen(position)));
  }
  return { positions };
}
const read = { kif: shogi.importKIF, ki2: shogi.importKI2, csa: shogi.importCSA, csa3: shogi.importCSA, usi: shogi.Record.newByUSI };
const write = {
  kif: shogi.exportKIF,
  ki2: shogi.exportKI2,
  csa: (record) => shogi.exportCSA(record),
  csa3: (record) => shogi.exportCSA(record, { v3: {} }),
  usi: (record) => record.getUSI({ allMoves: true }),
};
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", async (line) => {
  const { format, text } = JSON.parse(line);
  const others = { jkf: readByJKF, shogiops: readByShogiops };
  if (others[format]) {
    console.log(JSON.stringify(await others[format](text)));
    return;
  }
  const record = read[format](text);
  if (record instanceof Error) {
    console.log(JSON.stringify({ error: record.message }));
    return;
  }
  const positions = [];
  record.goto(0);
  do positions.push(bare(record.position.sfen));
  while (record.goForward() && record.current.move.usi); // an ending has none
  console.log(JSON.stringify({ positions, text: write[format](record) }));
});
