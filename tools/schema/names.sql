-- The names that the squash changed, on a database of the earlier migrations.
create schema credentials;
alter schema access rename to staff;
alter table staff.agent_keys set schema credentials;
alter table staff.failed_callers set schema credentials;
alter table staff.nonces set schema credentials;
alter table staff.partner_keys set schema credentials;
alter table staff.principals set schema credentials;
alter table staff.signed_credentials set schema credentials;
alter table staff.poll_tokens set schema intakes;
alter table staff.staff rename to members;
alter table staff.staff_passwords rename to passwords;
alter table staff.staff_setups rename to setups;
alter table staff.staff_tokens rename to tokens;
alter schema plans rename to memberships;
alter schema switches rename to feature_flags;
alter table feature_flags.switches rename to flags;
alter table market.wanted rename to feed_requests;
alter table documents.puts rename to pending_uploads;
alter table events.eras rename to log_epochs;
alter table events.seals rename to daily_digests;
alter table events.broken_seals rename to broken_digests;
alter table webhooks.finished_deliveries rename to delivery_history;
alter table webhooks.finished_deliveries_default rename to delivery_history_default;
-- What only unreleased versions used.
drop function webhooks.claim(text, text, timestamptz, integer, integer);
drop function webhooks.claim_rows(text, text, timestamptz, integer, integer);
drop index events.events_account_place;
drop index consultations.consultations_outdated_window;
drop index consultations.consultations_unkept;
drop table exposure.program_terms;
drop function exposure.append_terms();
alter table exposure.terms_history
  add check (ltv_cap_percent >= 1 and ltv_cap_percent <= 500),
  add check (deductible_cover_cents >= 0 and deductible_cover_cents <= 10000000);
alter table market.snapshots alter search set not null;
alter table memberships.loss_notices alter loss_day set not null;
drop index consultations.calls_plain_note;
alter table consultations.consultations drop column tier, drop column contact_kept;
alter table consultations.calls drop column note;
drop table platform.job_workers, platform.job_runs;
alter table webhooks.deliveries drop column lease_until, drop column claimed_by, drop constraint deliveries_state_check,
  add check (state in ('waiting', 'parked'));
drop function platform.take_call(text, bigint, bigint, integer);
drop function customers.queue_messages(jsonb, bytea[], bytea[], bytea[], jsonb, timestamptz, date);
drop function webhooks.finish(text[], smallint[], text[], timestamptz[], timestamptz[], boolean[], smallint[], text[], integer[], text[], text[], text[], timestamptz);
alter table platform.idempotency rename column sealed_body to encrypted_body;
alter table customers.messages rename column sealed_content to encrypted_content;
alter table consultations.consultations rename column sealed_phone to encrypted_phone;
alter table intakes.intakes rename column sealed_link to encrypted_link;
alter table webhooks.endpoints rename column sealed_previous to encrypted_previous;
alter table webhooks.endpoints rename column sealed_secret to encrypted_secret;
alter table consultations.calls rename column sealed_note to encrypted_note;
alter table credentials.signed_credentials rename column sealed_challenge to encrypted_challenge;
alter table referrals.referrals rename column sealed_link to encrypted_link;
alter table staff.passwords rename column sealed_totp to encrypted_totp;
alter table staff.setups rename column sealed_totp to encrypted_totp;
alter table checkout.checkouts rename column sealed_contacts to encrypted_contacts;
alter table checkout.checkouts rename column sealed_token to encrypted_token;
alter table vehicles.plate_lookups rename column sealed_plate to encrypted_plate;
alter table consent.entries rename column sealed_details to encrypted_details;
alter table replies.replies rename column sealed_content to encrypted_content;
alter table facts.cases rename column sealed_person to encrypted_person;
alter table facts.changes rename column sealed_change to encrypted_change;
alter table consultations.notes rename column sealed_words to encrypted_words;
alter table consultations.assignments rename column sealed_reason to encrypted_reason;
alter table appraisals.appraisals rename column sealed_draft to encrypted_draft;
alter table appraisals.versions rename column sealed_inputs to encrypted_inputs;
alter table appraisals.versions rename column sealed_token to encrypted_token;
alter table appraisals.versions rename column sealed_withdrawal to encrypted_withdrawal;
alter table consultations.closings rename column sealed_note to encrypted_note;
alter table checkout.payments rename column sealed_note to encrypted_note;
alter table self_service.requests rename column sealed_words to encrypted_words;
alter table report_checks.releases rename column sealed_findings to encrypted_findings;
alter table portal.user_passwords rename column sealed_totp to encrypted_totp;
alter table portal.sign_ups rename column sealed_totp to encrypted_totp;
alter table portal.invitations rename column sealed_totp to encrypted_totp;
alter table portal.issuers rename column sealed_client_secret to encrypted_client_secret;
alter table request_log.contents rename column sealed_content to encrypted_content;
alter table portal.authenticator_resets rename column sealed_totp to encrypted_totp;
alter function events.enter_era() rename to enter_epoch;
alter function events.raise_era() rename to raise_epoch;
alter function events.open_era() rename to open_epoch;
alter function staff.lock_owner() set schema platform;
alter function staff.refuse_credential(text) set schema platform;
alter function staff.recheck_poll_token(bytea[]) set schema intakes;
alter function staff.share_owner(text) set schema platform;
alter function staff.recheck_partner_key(text,text,timestamp with time zone) set schema credentials;
alter function staff.is_own_change(xid) set schema platform;
alter function staff.recheck_signed_credential(text,text) set schema credentials;
alter function staff.recheck_agent_key(text,text) set schema credentials;
alter function events.begin_era(text,boolean) rename to begin_epoch;
alter table staff.members rename constraint staff_pkey to members_pkey;
alter table staff.members rename constraint staff_email_key to members_email_key;
alter table staff.tokens rename constraint staff_tokens_pkey to tokens_pkey;
alter table staff.tokens rename constraint staff_tokens_token_hash_key to tokens_token_hash_key;
alter table staff.tokens rename constraint staff_tokens_staff_id_fkey to tokens_staff_id_fkey;
alter table feature_flags.flags rename constraint switches_pkey to flags_pkey;
alter table webhooks.delivery_history rename constraint finished_deliveries_state_check to delivery_history_state_check;
alter table webhooks.delivery_history rename constraint finished_deliveries_pkey to delivery_history_pkey;
alter table market.feed_requests rename constraint wanted_pkey to feed_requests_pkey;
alter table staff.members rename constraint staff_oidc_whole to members_oidc_whole;
alter table staff.passwords rename constraint staff_passwords_pkey to passwords_pkey;
alter table staff.passwords rename constraint staff_passwords_staff_id_fkey to passwords_staff_id_fkey;
alter table staff.setups rename constraint staff_setups_pkey to setups_pkey;
alter table staff.setups rename constraint staff_setups_staff_id_fkey to setups_staff_id_fkey;
alter table documents.pending_uploads rename constraint puts_pkey to pending_uploads_pkey;
alter table staff.members rename constraint staff_role_check to members_role_check;
alter table events.log_epochs rename constraint eras_pkey to log_epochs_pkey;
alter table events.daily_digests rename constraint seals_count_check to daily_digests_count_check;
alter table events.daily_digests rename constraint seals_sha256_check to daily_digests_sha256_check;
alter table events.daily_digests rename constraint seals_pkey to daily_digests_pkey;
alter table events.broken_digests rename constraint broken_seals_sha256_check to broken_digests_sha256_check;
alter table events.broken_digests rename constraint broken_seals_pkey to broken_digests_pkey;
alter table consultations.calls validate constraint calls_outcome_check;
alter table self_service.requests validate constraint requests_kind_check;
alter table webhooks.recoveries validate constraint recoveries_status_check;
alter table customers.messages validate constraint messages_account_check;
alter table roster_files.files validate constraint files_status_check;
alter index webhooks.finished_deliveries_default_pkey rename to delivery_history_default_pkey;
alter index webhooks.finished_deliveries_default_endpoint_id_created_at_idx rename to delivery_history_default_endpoint_id_created_at_idx;
alter index webhooks.finished_endpoint rename to history_endpoint;
alter index webhooks.finished_deliveries_default_event_id_idx rename to delivery_history_default_event_id_idx;
alter index webhooks.finished_event rename to history_event;
alter index webhooks.finished_deliveries_default_state_id_idx rename to delivery_history_default_state_id_idx;
alter index webhooks.finished_state rename to history_state;
alter index webhooks.finished_deliveries_default_endpoint_id_state_created_at_idx rename to delivery_history_default_endpoint_id_state_created_at_idx;
alter index webhooks.finished_endpoint_state rename to history_endpoint_state;
alter index market.wanted_due rename to feed_requests_due;
alter index market.wanted_answered rename to feed_requests_answered;
alter index staff.staff_oidc rename to members_oidc;
alter index staff.staff_setups_staff rename to setups_staff;
alter index documents.puts_lease rename to pending_uploads_lease;
update platform.day_tables set parent = 'webhooks.delivery_history' where parent = 'webhooks.finished_deliveries';

-- The bodies of functions name tables and columns in text.
set check_function_bodies = off;
do $$
declare
  body text;
  pattern text;
  replacement text;
  renamed text;
begin
  for body in
    select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')
  loop
    renamed := body;
    for pattern, replacement in values
      ('''access\.owner/''', '''credentials.owner/'''),
      ('''graphile_worker''', '''pgboss'''),
      ('\maccess\.(is_own_change|lock_owner|share_owner|refuse_credential)\M', 'platform.\1'),
      ('\maccess\.(agent_keys|failed_callers|nonces|partner_keys|principals|signed_credentials|recheck_partner_key|recheck_signed_credential|recheck_agent_key)\M', 'credentials.\1'),
      ('\maccess\.(poll_tokens|recheck_poll_token)\M', 'intakes.\1'),
      ('\maccess\.staff_(passwords|setups|tokens)\M', 'staff.\1'),
      ('\maccess\.staff\M', 'staff.members'),
      ('\maccess\.(sessions|recovery_codes|sign_in_tries|sign_in_failures|known_devices|recheck_session|recheck_staff_token)\M', 'staff.\1'),
      ('\mplans\.(enrollments|redemptions)\M', 'memberships.\1'),
      ('\mevents\.eras\M', 'events.log_epochs'),
      ('\mevents\.(enter|raise|open|begin)_era\M', 'events.\1_epoch'),
      ('\mwebhooks\.finished_deliveries\M', 'webhooks.delivery_history'),
      ('\msealed_(?!at\M)', 'encrypted_')
    loop
      renamed := regexp_replace(renamed, pattern, replacement, 'g');
    end loop;
    if renamed <> body then
      execute renamed;
    end if;
  end loop;
end $$;
alter index events.events_default_account_log rename to events_default_account_id_era_transaction_id_place_idx;
select platform.grant_roles();
