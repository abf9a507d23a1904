-- +goose Up
alter table event add column pauses text not null default ''; -- when it was paused before, as FROM-TO FROM-TO

-- +goose Down
alter table event drop column pauses;
