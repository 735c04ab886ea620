alter table intakes.intakes
  -- What was found out beside what was sent, by source: plate, VIN, report. What was sent is never overwritten.
  add column found jsonb not null default '{}',
  -- The market read as the receipt shows it; null without enough detail or allowance.
  add column preliminary jsonb,
  -- A VIN can now also come from a plate or a report.
  alter column vin drop expression;
