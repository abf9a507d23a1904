-- +goose Up

-- A letter from which entries of a match were made, as it came. The keys are those by which the signature of the sender's mail system
-- can be checked: JSON, '' until they are found.
create table evidence (
	mail   text primary key,     -- as the entries name the letter
	file   text not null,        -- of the match
	letter bytea not null,       -- packed by gzip
	keys   text not null default ''
);

create index letter_kept on letter (read) where raw is not null;

-- +goose Down
drop index letter_kept;
drop table evidence;
