-- +goose Up

-- A Swiss event has rounds; the form without them has a name of its own.
update event set data = replace(data, '"kind":"swiss"', '"kind":"continuous"');
update event set data = replace(data, '"kind":"double"', '"kind":"double round robin"');
alter table event add column warned integer not null default 0;  -- the last round whose end was announced
alter table entrant add column byes text not null default '';    -- the rounds in which a bye was asked for, as 2 5

-- +goose Down
alter table entrant drop column byes;
alter table event drop column warned;
