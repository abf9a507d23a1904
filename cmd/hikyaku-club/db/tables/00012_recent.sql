-- +goose Up

-- The newest change of each match that changed while the club had a site. The site reads only these matches; an index of the
-- matches by their changes would cost PostgreSQL the updates in place.
create table recent (
	file    text primary key,
	head    text not null,
	changed bigint not null
);
create index recent_changed on recent (changed);

-- +goose Down
drop table recent;
