// Package standings computes what follows from results: ratings, the tables of events, the order of a ladder, and the pairings of
// round robins and Swiss events. It knows nothing of the database; every function depends only on its arguments, so anybody can
// recompute the same numbers from published records.
//
// # Ratings
//
// A Pool rates players by Glicko-2 (Glickman, glicko.net/glicko/glicko2.pdf) with fractional rating periods:
//
//   - A Pool rates the players of one game under one set of rules. A new player has the rating 1500, the deviation 350 and the
//     volatility 0.06; the constant τ is 0.5. A rating period is 30 days.
//   - Each match is a rating period of its own, which ends with the match. Matches are rated in the order in which they ended, and
//     by their identifiers if they ended together. For each player the period lasts, in units of 30 days, since their previous match
//     that counted. Step 6 of the paper adds that fraction of the squared volatility; step 5 finds the volatility as in the paper,
//     whatever the fraction. A deviation doesn't grow beyond 350.
//   - All players of a match are rated from the ratings they had before it, with the deviations of their opponents grown to its
//     end.
//   - A match of n seats counts as a game of each player against each other, weighted 1/(n-1): the better place wins, equal places
//     draw.
//   - A match counts if its players have places, are different people, and have all moved.
//
// The numbers are the same on every machine: sums are made in the order of seats, products are rounded before they are added, since
// some processors would fuse the two, and the exponential and the logarithm are implemented here.
//
// # Tables
//
// NewTable makes the table of an event, as data, text, HTML and CSV:
//
//   - A finished game with a result counts; an unfinished game or one without a result doesn't. A win is a point, a draw half a
//     point. A bye is worth a point, or half a point.
//   - Buchholz is the sum of the points of a player's opponents, once for each game; Buchholz cut 1 leaves out the lowest.
//     Sonneborn-Berger is the sum of the points of the opponents the player has beaten and half the points of those the player has
//     drawn with. In all of them, a round without a game counts as one against an opponent with as many points as the player, and the
//     rounds since a player left count as drawn for the opponents.
//   - Direct encounter: if all who are still equal have met one another, their points in those games.
//   - A round robin is ordered by points, Sonneborn-Berger and direct encounter; a Swiss event by points, Buchholz cut 1, direct
//     encounter and Sonneborn-Berger; an event that is paired continuously by points, Buchholz, Sonneborn-Berger and direct encounter.
//     Players who are equal after that share a place, and the next player's place counts all of them.
//   - Players who share a place are listed in the order in which they were given.
//
// # Ladders
//
// A Ladder is an order of players, each of whom may challenge players a little higher. It is a value: Apply returns the ladder after
// one event, so replaying the same events gives the same ladder.
//
//   - A player who joins, also again, takes the lowest rung.
//   - A player challenges somebody above, no higher than the ladder's reach. A player may have one open challenge made and one open
//     challenge received. The match begins with the challenge.
//   - The same two players don't meet again within 7 days of the end of their last challenge.
//   - A challenger who wins takes the opponent's rung, and the opponent and everybody between move down by one. Any other result
//     moves nobody.
//   - A player who declines keeps the rung the first time. The second time since the player last finished a match as the challenged,
//     the challenger takes the rung as if by a win.
//   - A player who runs out of time, or leaves, is off the ladder, and their challenger, if any, takes the rung. A challenge they
//     had made themselves is void.
//
// Events are applied in the order of their times. Ladder.WhyNot explains why a player can't be challenged.
//
// # Pairings
//
// RoundRobin, Swiss and Continuous pair the players of an event; each game has two seats, and games for four are not played in events.
// They use only what was known at the time they are given, so the pairings of an event can be recomputed from its record.
//
// RoundRobin follows the Berger tables of the FIDE handbook (C.05, annex 1). With an odd number of players, the one who would meet the
// last number has no game in that round, and no point for it. In a double round robin the second half repeats the first with the
// seats swapped, and the last two rounds of the first half are exchanged, so that with an even number nobody has the same seat three
// times in a row.
//
// Swiss.Pair follows the Dutch system of the FIDE handbook (C.04.3, as in force since February 2026): the best pairing of each group of
// equal points by the criteria of the handbook, and of equally good ones the first in its order. The first seat stands for white, and
// number 1 begins in it. Three points are decided here:
//
//   - Every game that was made counts as played, however it ended, so that the seats count and the two don't meet again.
//   - A bye for which a player has asked is worth half a point. The bye of an odd player is worth a point.
//   - The downfloaters of a group are judged by those pairings of the next group that leave a way to pair all others (C8).
//
// Continuous.Next pairs players without rounds, after a first one that Swiss.Pair makes. These hold for all of its games:
//
//   - Nobody meets the same player twice.
//   - A player's games in the first seat and in the second never differ by more than two.
//   - A bye counts no seat. It is worth a point if the number of players is odd, else half a point. Nobody has two.
//
// Of the two ways to seat a pair, the better is the one by which fewer of them (1) have a seat for the third time in a row, (2) come to
// a difference of two, (3) keep the seat of their last game; then the one in which the higher player changes seats or, before their
// first game, sits first if they are the first, third, … of the entrants.
//
// It pairs players who are free, so that nobody waits for the slowest game of a round. A player is free who has fewer than AtOnce
// open games and fewer than Rounds games, byes included. A player waits since the latest of these: they entered, a game of theirs was
// made, or one ended. A player's balance of results is wins minus losses.
//
// The free players are ordered by how long they have waited, then by that balance, then by their order among the entrants. Each
// who has no game yet gets the best of those after them: the nearest, then as in 3, then one with whom neither keeps the seat of their
// last game, then the first in order. The distance of two players is that of their balances, and two more if one has a seat for the
// third time in a row. It may be 1, and 1 more for each Patience that the player who has waited longer has waited. A free player who
// gets no game has a bye, if they have had none and no other player with games left in the event may meet them with the seats
// as they are.
package standings
