-- +goose Up

-- The name by which a player is known in public, for each address. It stays the same for ever.
create table alias (
	address text primary key,
	alias   text not null unique
);

-- What the log of the club says, in order. The hash stays when the text and its salt are deleted.
create table leaf (
	key    text primary key,          -- what it is about, so that nothing is logged twice
	number bigint not null,           -- its place in the log, from 0; -1 until it has one
	made   bigint not null,
	salt   text not null,
	text   text not null,
	hash   text not null default ''   -- of the salt and the text
);
create index leaf_number on leaf (number);

-- The hashes of the tree over the leaves, in the order of golang.org/x/mod/sumdb/tlog.
create table node (
	number bigint primary key,
	hash   text not null
);

-- The signed sizes and roots of the log.
create table root (
	size   bigint primary key,
	root   text not null,
	made   bigint not null,
	sign   text not null,
	signer text not null              -- the public key
);
create index pairing_decided on pairing (known) where decided = 1;

-- +goose Down
drop index pairing_decided;
drop table root; drop table node; drop table leaf; drop table alias;
