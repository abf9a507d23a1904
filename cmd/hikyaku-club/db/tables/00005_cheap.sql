-- +goose Up

-- A turn changes no indexed column of its match and its letter, so that PostgreSQL updates the row in its place.
drop index match_state;
create index match_state on match (state);
drop index match_rated;
create index match_rated on match (game, rules, ended, file) where state = 'over' and rated = 1;
drop index letter_kept;
create index letter_kept on letter (arrived) where raw is not null;
drop index out_due;
create index out_due on out (made) where state = 'due';

-- +goose Down
drop index out_due;
create index out_due on out (state, due);
drop index letter_kept;
create index letter_kept on letter (read) where raw is not null;
drop index match_rated;
create index match_rated on match (game, rules, changed, file) where state = 'over' and rated = 1;
drop index match_state;
create index match_state on match (state, changed);
