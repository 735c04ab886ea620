-- A wrong number is an outcome of its own: it is no answer of the customer.
alter table consultations.calls drop constraint calls_outcome_check;
alter table consultations.calls add constraint calls_outcome_check check (outcome in (
  'no_answer', 'voicemail', 'callback_requested', 'confirmed', 'declined', 'not_requested', 'do_not_contact',
  'wrong_number')) not valid;

-- One call may be about several submissions of one person. It was dialled once: only the row without a reference counts.
alter table consultations.calls add column applied_from text collate "C" references consultations.calls;

-- The number turned out to be somebody else's; the link by which the customer gives another, and how many they gave.
alter table consultations.consultations
  add column number_struck_at timestamptz,
  add column number_link_hash bytea,
  add column numbers_given smallint not null default 0;
create unique index consultations_number_link on consultations.consultations (number_link_hash)
  where number_link_hash is not null;

-- Numbers that are not the customer's. What an institution sends stays as it was sent; a struck number is not called.
alter table intakes.intakes add column struck_phones text[] not null default '{}';
alter table referrals.referrals
  add column struck_phones text[] not null default '{}',
  -- The customer's own, given on the page of the mail that asked for it.
  add column given_phone text;
alter table plans.enrollments
  add column struck_phones text[] not null default '{}',
  add column given_phone text;
