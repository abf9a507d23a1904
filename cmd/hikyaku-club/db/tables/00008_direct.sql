-- +goose Up
alter table member add column unreachable bigint not null default 0; -- since when mail to the member comes back
alter table member add column lost text not null default '';         -- why
alter table seek add column strict integer not null default 0;       -- 1: the club ends the match when a time limit is missed
alter table match add column strict integer not null default 0;
alter table match add column late bigint not null default 0;         -- when the player to move was told that the time is over
alter table pairing add column was text not null default '';         -- earlier results, and since when each was known
alter table event add column cancelled bigint not null default 0;
alter table event add column paused bigint not null default 0;       -- since when no clock runs in its games

-- What a director, or the club by its own rules, has decided. The words in "why" may name people; the rest is public.
create table decision (
	id     text primary key,
	at     bigint not null,
	who    text not null,      -- the address of the director, "command", or "club"
	what   text not null,      -- as the commands name it
	event  text not null,
	file   text not null,      -- of the match
	member text not null,      -- the address
	value  text not null,      -- a result, a time
	why    text not null
);
create index decision_at on decision (at);

-- When the club was last awake, and when it was not for a while.
create table pulse (
	name text primary key,
	tick bigint not null,
	gap  bigint not null
);

-- +goose Down
drop table pulse; drop table decision;
alter table event drop column paused; alter table event drop column cancelled; alter table pairing drop column was; alter table match drop column late;
alter table match drop column strict; alter table seek drop column strict; alter table member drop column lost; alter table member drop column unreachable;
