create schema exposure;

-- What staff learned of a referral's loan beside what its institution submitted. The newest row counts; none is changed.
create table exposure.loan_statements (
  id text collate "C" primary key,
  -- Ids of one millisecond have no order.
  seq bigint generated always as identity,
  referral_id text collate "C" not null,
  payoff_cents bigint check (payoff_cents >= 0 and payoff_cents <= 100000000),
  payoff_as_of date,
  -- The vehicle's value when the loan was made, as the program's agreement counts it: the LTV cap is a share of it.
  financed_value_cents bigint check (financed_value_cents >= 0 and financed_value_cents <= 100000000),
  stated_by text collate "C" not null,
  stated_at timestamptz(3) not null,
  check ((payoff_cents is null) = (payoff_as_of is null))
);
create index loan_statements_referral on exposure.loan_statements (referral_id, seq desc);

-- When the papers that an administrator of a GAP program asks for were received. The newest row of an item counts.
create table exposure.receipts (
  id text collate "C" primary key,
  seq bigint generated always as identity,
  referral_id text collate "C" not null,
  item text collate "C" not null
    check (item in ('settlement_letter', 'valuation_report', 'settlement_breakdown', 'payment_history', 'payoff_letter', 'buyers_order', 'refunds', 'police_report')),
  -- Null when an earlier row was a mistake.
  received_on date,
  recorded_by text collate "C" not null,
  recorded_at timestamptz(3) not null
);
create index receipts_referral on exposure.receipts (referral_id, item, seq desc);

-- What the GAP program of an institution covers, for referrals made from a day (UTC) on. Absent: the program's terms are not
-- known, and the whole shortfall of the loan counts. The newest row of a day counts; none is changed.
create table exposure.terms_history (
  seq bigint generated always as identity primary key,
  institution_id text collate "C" not null,
  effective_on date not null,
  -- The largest loan the program covers, in percent of the vehicle's value when the loan was made.
  ltv_cap_percent integer check (ltv_cap_percent >= 1 and ltv_cap_percent <= 500),
  -- How much of the insurer's deductible the program covers; 0 is none.
  deductible_cover_cents integer check (deductible_cover_cents >= 0 and deductible_cover_cents <= 10000000),
  set_by text collate "C" not null,
  set_at timestamptz(3) not null
);
create index terms_history_institution on exposure.terms_history (institution_id, effective_on desc, seq desc);
select platform.protect_account('exposure.terms_history', 'institution_id');

create function exposure.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'statements about a loan and its papers are never changed';
end $$;

create trigger loan_statements_stay before update or delete on exposure.loan_statements
  for each row execute function exposure.refuse_change();
create trigger receipts_stay before update or delete on exposure.receipts
  for each row execute function exposure.refuse_change();
create trigger terms_history_stays before update or delete on exposure.terms_history
  for each row execute function exposure.refuse_change();

-- Rows about a referral belong to the institution that made the referral.
select platform.protect_rows(target::regclass, format(
  'exists (select from referrals.referrals r
     where r.institution_id = (select current_setting(''makewhole.account'', true)) and r.id = %s.referral_id)', target))
from unnest(array['exposure.loan_statements', 'exposure.receipts']) as target;
