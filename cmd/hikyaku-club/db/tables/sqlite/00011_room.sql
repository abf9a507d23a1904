-- As on PostgreSQL, where no index may depend on the state of a message, so that its row is updated in place.
drop index out_due;
create index out_made on out (made);
