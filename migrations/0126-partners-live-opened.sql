-- When staff opened live mode; null for an institution that signed itself up and has only the sandbox. All that stand have
-- it, and so have those that a process of the version before creates.
alter table partners.institutions add column live_opened_at timestamptz(3) default now();
