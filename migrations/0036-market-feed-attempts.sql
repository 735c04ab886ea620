-- A search that the feed never answers is given up, or it would be asked for, and paid for, for ever.
alter table market.wanted add column attempts smallint not null default 0;
