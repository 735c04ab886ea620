-- How much of what costs money was used on a day, by what it is. Never in Redis: losing it would spend it twice.
create table platform.daily_budgets (
  name text collate "C" not null,
  day date not null,
  spent integer not null,
  primary key (name, day)
);
