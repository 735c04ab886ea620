-- What became of a month by the calendar: since when every institution that was to have a statement has it, or when to try
-- again because one could not be issued. A month without either is still to be looked at.
alter table plans.statement_periods
  add column done_at timestamptz,
  add column retry_at timestamptz;
