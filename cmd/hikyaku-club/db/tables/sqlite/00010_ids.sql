-- The database numbers seeks and the steps of ladders. With autoincrement it never gives a number again.
create table numbered (
	id      integer primary key autoincrement,
	address text not null,
	game    text not null,
	options text not null,
	control text not null,
	players integer not null,
	rated   integer not null,
	engines integer not null,
	against text not null default '',
	ladder  text not null default '',
	letter  text not null default '',
	made    bigint not null,
	until   bigint not null,
	state   text not null,
	strict  integer not null default 0
);
insert into numbered (id, address, game, options, control, players, rated, engines, against, ladder, letter, made, until, state, strict)
	select id, address, game, options, control, players, rated, engines, against, ladder, letter, made, until, state, strict from seek;
drop table seek;
alter table numbered rename to seek;
create index seek_state on seek (state, until);

create table numbered (
	id     integer primary key autoincrement,
	ladder text not null,
	at     bigint not null,
	data   text not null
);
insert into numbered (id, ladder, at, data) select id, ladder, at, data from step;
drop table step;
alter table numbered rename to step;
create index step_ladder on step (ladder, id);
