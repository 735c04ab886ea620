alter table intakes.intakes
  -- What the customer did on the page: when, from where, with what, under which wording.
  add column confirmation jsonb,
  -- True while the cap on welcome messages holds this intake's back.
  add column welcome_held boolean not null default false,
  add column vin text collate "C" generated always as (upper(vehicle ->> 'vin')) stored;

-- The duplicate rule looks at open intakes of a contact only.
create index intakes_open_email on intakes.intakes (email)
  where status in ('received', 'welcome_sent', 'contact_attempted', 'customer_confirmed', 'consultation_active');
create index intakes_open_phone on intakes.intakes (phone)
  where status in ('received', 'welcome_sent', 'contact_attempted', 'customer_confirmed', 'consultation_active');

-- The sweeper sees only what can still expire.
create index intakes_expiring on intakes.intakes (expires_at)
  where status in ('received', 'welcome_sent', 'contact_attempted');
