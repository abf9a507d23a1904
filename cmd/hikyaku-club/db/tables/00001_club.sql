-- Times are microseconds since 1970, 0 for none. Addresses are in lower case where rows are found by them.
-- +goose Up

-- A letter that came. Its key is the hash of its Message-ID, sender and text, so the same letter is one row however often it comes.
create table letter (
	key     text primary key,
	sender  text not null,
	raw     bytea,               -- null once it has been read and is old
	arrived bigint not null,
	read    bigint not null default 0,
	outcome text not null default '',
	file    text not null default ''
);
create index letter_sender on letter (sender, arrived);
create index letter_arrived on letter (arrived);

-- A match. The record is the text of a KIF file; everything else can be read from it again, but for what stands behind "made".
create table match (
	file    text primary key,
	hash    text not null unique,
	short   text not null,
	record  bytea not null,
	head    text not null,
	state   text not null,       -- asked, open or over
	game    text not null,
	rules   text not null,
	begun   bigint not null,
	changed bigint not null,
	until   bigint not null,     -- when the player to move is out of time
	rest    bigint not null,     -- when there is something to do next without a letter
	ended   bigint not null,
	result  text not null,       -- the points of the seats, as 1 0 or 0.5 0.5
	made    bigint not null default 0,
	rated   integer not null default 0, -- 1: it counts, or will if it is played
	event   text not null default '',
	round   integer not null default 0,
	ladder  text not null default ''
);
create index match_short on match (short);
create index match_rest on match (rest);
create index match_state on match (state, changed);
create index match_event on match (event, round);
create index match_rated on match (game, rules, changed, file) where state = 'over' and rated = 1;

-- Who plays in a match or looks on.
create table seat (
	file    text not null,
	address text not null,
	seat    integer not null,    -- 0 for an observer
	primary key (file, address)
);
create index seat_address on seat (address);

-- Files that stand beside records: other lines of a forked match.
create table beside (
	name text primary key,
	data bytea not null
);

-- What letters have shown of their writers, and which letters have gone out.
create table memory (
	name text primary key,
	data bytea not null
);

-- A letter that is to go out: an entry of a match to one reader, which is composed when it is handed over, or a whole letter.
create table out (
	id      text primary key,
	file    text not null,
	events  integer not null,
	head    text not null,
	name    text not null,
	reader  text not null,
	whole   bytea,               -- null for a turn, and once the letter has gone out
	made    bigint not null,
	due     bigint not null,     -- when it is tried next
	tries   integer not null default 0,
	state   text not null,       -- due, sent or refused
	sent    bigint not null default 0,
	why     text not null default ''
);
create index out_due on out (state, due);
create index out_file on out (file);

create table member (
	address text primary key,
	name    text not null,
	handle  text not null unique, -- the name in lower case
	lang    text not null,
	program integer not null default 0, -- 1: plays with hikyaku, and accepts with it
	joined  bigint not null,
	away    text not null default '',   -- days as 2026-12-24..2027-01-02
	digest  text not null default '',
	told    bigint not null default 0,  -- when the last digest went out
	gone    bigint not null default 0,
	barred  bigint not null default 0
);

-- An instruction that waits for a confirmation.
create table asked (
	id      text primary key,
	address text not null,
	text    text not null,
	at      bigint not null
);
create index asked_address on asked (address);

create table seek (
	id      bigint primary key,
	address text not null,
	game    text not null,
	options text not null,
	control text not null,       -- the time limit, as 3d
	players integer not null,
	rated   integer not null,
	engines integer not null,
	against text not null default '', -- the address of the only one who may take it
	ladder  text not null default '',
	letter  text not null default '', -- the letter by which it was made
	made    bigint not null,
	until   bigint not null,
	state   text not null        -- open, taken, expired or withdrawn
);
create index seek_state on seek (state, until);

create table taker (
	seek    bigint not null,
	address text not null,
	at      bigint not null,
	letter  text not null default '',
	primary key (seek, address)
);

create table event (
	name    text primary key,
	data    text not null,       -- what it is: kind, game, rules, control, rounds
	made    bigint not null,
	begun   bigint not null default 0,
	ended   bigint not null default 0,
	state   text not null        -- open, running or over
);

create table entrant (
	event   text not null,
	address text not null,
	number  integer not null,        -- 0 until the event begins
	at      bigint not null,
	gone    bigint not null default 0,
	rating  integer not null default 0, -- when the event began
	letter  text not null default '',   -- the letter by which he entered
	primary key (event, address)
);

create table pairing (
	event   text not null,
	round   integer not null,
	board   integer not null,
	players text not null,       -- addresses in the order of seats; one alone has a bye
	file    text not null default '',
	at      bigint not null,
	result  text not null default '', -- 1-0, 0-1, 1/2-1/2 or 0-0
	known   bigint not null default 0, -- since when the result is
	decided integer not null default 0, -- 1: not by the match
	primary key (event, round, board)
);

-- What has happened on a ladder, in order. Its rungs follow from it.
create table step (
	id      bigint primary key,
	ladder  text not null,
	at      bigint not null,
	data    text not null
);
create index step_ladder on step (ladder, id);

-- What only one process does at a time.
create table lease (
	name   text primary key,
	holder text not null,
	until  bigint not null
);

-- +goose Down
drop table lease; drop table step; drop table pairing; drop table entrant; drop table event; drop table taker; drop table seek;
drop table asked; drop table member; drop table out; drop table memory; drop table beside; drop table seat; drop table match; drop table letter;
