-- A message that has been sent stays in its row: no index may depend on its state, and pages keep room for rows that change.
drop index out_due;
create index out_made on out (made);
alter table out set (fillfactor = 80);
alter table letter set (fillfactor = 80);
alter table match set (fillfactor = 80);
