-- Rows of an account are seen by whoever acts for it. The api says for whom in makewhole.account, a setting of its
-- transaction: the id of an account, or * where staff and the service itself act for all. Without it the api sees nothing.
-- The worker and the command act for all. The owner does too, unless it says for whom it acts.
create function platform.protect_rows(target regclass, own text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  owner constant text := (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = target);
begin
  execute format('create policy own_account on %s to makewhole_api, %I using (%s)', target, owner, own);
  execute format($f$create policy every_account on %s to makewhole_api
    using ((select current_setting('makewhole.account', true)) = '*')$f$, target);
  execute format($f$create policy owner on %s to %I
    using ((select coalesce(current_setting('makewhole.account', true), '')) in ('', '*'))$f$, target, owner);
  execute format('create policy service on %s to makewhole_worker, makewhole_cli using (true)', target);
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
end $$;

-- By the column that names the account.
create function platform.protect_account(target regclass, account_column text) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select platform.protect_rows(target, format('%I = (select current_setting(''makewhole.account'', true))', account_column))
$$;

select platform.protect_account(target::regclass, name) from (values
  ('access.partner_keys', 'institution_id'),
  ('access.signed_credentials', 'institution_id'),
  ('access.nonces', 'institution_id'),
  ('partners.institutions', 'id'),
  ('referrals.referrals', 'institution_id'),
  ('referrals.review_records', 'institution_id'),
  ('plans.enrollments', 'institution_id'),
  ('plans.earlier_terms', 'institution_id'),
  ('plans.roster_syncs', 'institution_id'),
  ('plans.loss_notices', 'institution_id'),
  ('plans.redemptions', 'institution_id'),
  ('plans.statements', 'institution_id'),
  ('plans.statement_vehicles', 'institution_id'),
  ('plans.statement_changes', 'institution_id'),
  ('exposure.program_terms', 'institution_id'),
  ('exposure.terms_history', 'institution_id')) as named (target, name);

-- What is about a referral belongs to whoever made the referral.
select platform.protect_rows(target::regclass, format(
  'exists (select from referrals.referrals r
     where r.institution_id = (select current_setting(''makewhole.account'', true)) and r.id = %s.referral_id)', target))
from unnest(array['exposure.loan_statements', 'exposure.receipts']) as target;
