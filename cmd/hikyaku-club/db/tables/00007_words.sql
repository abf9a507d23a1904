-- +goose Up
alter table member add column words integer not null default 0; -- 1: what they say in matches may be published

-- +goose Down
alter table member drop column words;
