// A player of Thousand in JavaScript: cmd:node docs/examples/bot.js (see docs/protocol.md).
// It never bids, gives its lowest cards, announces marriages, leads high and follows low.
const RANKS = "9JQKTA";
const rank = (action) => RANKS.indexOf(action.split(" ")[1][0]);

function choose({ legal, trick }) {
  const those = (word) => legal.filter((action) => action.startsWith(word));
  for (const word of ["look", "waive", "pass", "keep", "talon", "marry"])
    if (those(word).length) return those(word)[0];
  const leads = those("play").length && !trick.length;
  const cards = [...those("give"), ...those("play")].sort((a, b) => rank(a) - rank(b));
  return leads ? cards[cards.length - 1] : cards[0];
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "act") console.log(JSON.stringify({ action: choose(message) }));
});
