-- +goose Up

-- A letter of the club's own. Whoever writes its token from the address of its reader has read it.
create table proof (
	token   text primary key,
	address text not null,
	about   text not null,       -- what the letter is about
	at      bigint not null
);
create index proof_at on proof (at);

-- +goose Down
drop table proof;
