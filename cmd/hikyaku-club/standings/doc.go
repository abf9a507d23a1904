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
//   - A match counts if its players have places and are different people. Those in which a player has not moved must be left out.
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
// A Ladder is an order of players in which each may challenge players a little higher. Replaying the same steps gives the same
// ladder.
//
//   - A player who joins or joins again takes the lowest rung.
//   - A player challenges someone above, within the reach of the ladder. A player may have one open challenge made and one open
//     challenge received. The match begins with the challenge.
//   - The same two players don't meet again within 7 days of the end of their last challenge.
//   - A challenger who wins takes the opponent's rung; the opponent and everyone between them move down by one. Any other result
//     leaves the order unchanged.
//   - A player who declines keeps the rung the first time. The second time since the player last finished a match as the challenged
//     player, the challenger takes the rung as if by a win.
//   - A player who runs out of time or leaves is removed from the ladder, and their challenger, if any, takes the rung. A challenge
//     that they had made is void.
//
// Each step is later than the one before it. A Refusal explains why a step is not possible.
//
// # Pairings
//
// RoundRobin, Swiss and Continuous pair the players of an event. Each game has two seats; events have no games for four. They use
// only what was known at a given time, so the pairings of an event can be recomputed from its record.
//
// RoundRobin follows the Berger tables of the FIDE handbook (C.05, annex 1). With an odd number of players, the one who would
// meet the last number has no game in that round, and gets no point for it. In a double round robin the second half repeats the
// first with the seats swapped, and the last two rounds of the first half are exchanged, so that with an even number of players
// nobody has the same seat three times in a row.
//
// Swiss.Pair follows the Dutch system of the FIDE handbook (C.04.3, in force since February 2026): it makes the best pairing of
// each score group by the criteria of the handbook and, of equally good ones, the first in the order of the handbook. The first
// seat corresponds to white, and number 1 begins in it. The handbook leaves three points open:
//
//   - Every game that was made counts as played, however it ended: its seats count, and the two players don't meet again.
//   - A bye that a player has asked for is worth half a point. The bye of an odd player is worth a point.
//   - The downfloaters of a group are judged by those pairings of the next group that allow all other players to be paired (C8).
//
// Continuous.Next pairs players without rounds, after a first round made by Swiss.Pair. These rules hold for all of its games:
//
//   - No two players meet twice.
//   - A player's numbers of games in the first and in the second seat never differ by more than two.
//   - A bye does not count as a seat. It is worth a point if the number of players is odd, else half a point. Nobody has two byes.
//
// A pair can be seated in two ways. The better way is the one by which fewer of the two players (1) have a seat for the third
// time in a row, (2) reach a difference of two, (3) keep the seat of their last game. If both ways are equal, the higher player
// changes seats or, before their first game, gets the first seat if their number, from 1, is odd.
//
// It pairs players who are free, so that nobody waits for the slowest game of a round. A player is free without an open game and
// with fewer than Rounds games in all, including byes. A player waits since the latest of these times: when the event began, when a
// game of theirs was made, and when one ended. A player's balance is wins minus losses.
//
// The free players are sorted by how long they have waited, then by balance, then by their numbers. Each player
// without a game gets the best opponent of those after them: the nearest one, then by criterion 3, then one with whom neither
// keeps the seat of their last game, then the first in order. The distance of two players is the difference of their balances,
// plus two if one of them would have a seat for the third time in a row. It may be at most 1, plus 1 for each Patience that the
// player who has waited longer has waited. A free player who gets no game has a bye if they have had none, and if they may meet
// no other player with games left in the event, given the seats so far.
package standings
