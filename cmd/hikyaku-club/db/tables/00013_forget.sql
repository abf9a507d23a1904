-- +goose Up

-- An address that was deleted and that somebody has written in a match of others. It is deleted there after the match.
create table forget (
	file    text not null,
	address text not null,
	alias   text not null, -- the name that stands for it
	primary key (file, address)
);

-- +goose Down
drop table forget;
