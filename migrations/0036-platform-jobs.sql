-- A transaction that writes a row with work to do adds the job for it. `makewhole migrate` installs the schema of the job engine,
-- pgboss, before these files run.

-- Adds a job that is named by the first argument. The second names the column that says when it is due. The engine looks at every job
-- that waits, so one that is due much later is left to the schedule, which looks each minute.
create function platform.add_job() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  due timestamptz;
begin
  if tg_nargs > 1 then
    execute format('select ($1).%I', tg_argv[1]) into due using new;
    if due > now() + interval '3 minutes' then
      return null;
    end if;
  end if;
  due := greatest(due, now());
  insert into pgboss.job (name, data, start_after, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, deletion_seconds, heartbeat_seconds)
  values ('jobs', jsonb_build_object('job', tg_argv[0]), due, due + interval '14 days', 10000, 2, true, 60, 86400, 600, 10);
  return null;
end $$;

create trigger job after insert on consent.entries
  for each statement execute function platform.add_job('consent.chain');
create trigger job after insert or update of leased_until on privacy.erasure_jobs
  for each row when (new.finished_at is null) execute function platform.add_job('privacy.erase-asked', 'leased_until');
create trigger job after insert on sandbox.resets
  for each row execute function platform.add_job('sandbox.continue-resets');
create trigger job after insert or update of next_at on webhooks.recoveries
  for each row when (new.status = 'running') execute function platform.add_job('webhooks.recover', 'next_at');
create trigger job after insert on webhooks.event_recoveries
  for each row execute function platform.add_job('webhooks.recover-events');
create trigger job after insert or update of status, retry_at on roster_files.files
  for each row when (new.status in ('reading', 'applying', 'undoing'))
  execute function platform.add_job('roster-files.work', 'retry_at');
create trigger job after insert or update of status, retry_at on referral_files.files
  for each row when (new.status = 'applying') execute function platform.add_job('referral-files.work', 'retry_at');
create trigger job after insert or update of due_at on vehicles.plate_lookups
  for each row when (new.state = 'waiting') execute function platform.add_job('vehicles.look-up-plates', 'due_at');
create trigger job_again after update of lease_until on vehicles.plate_lookups
  for each row when (new.state = 'claimed') execute function platform.add_job('vehicles.look-up-plates', 'lease_until');
create trigger job after insert or update of market_due_at on facts.cases
  for each row when (new.market_due_at is not null) execute function platform.add_job('facts.read-due-markets', 'market_due_at');
create trigger job after insert or update of check_at on checkout.holds
  for each row when (new.check_at is not null) execute function platform.add_job('checkout.reconcile-holds', 'check_at');
create trigger job_of_card after insert or update of card_check_at on checkout.holds
  for each row when (new.card_check_at is not null)
  execute function platform.add_job('checkout.reconcile-holds', 'card_check_at');
create trigger job after insert or update of check_at on checkout.refunds
  for each row when (new.check_at is not null) execute function platform.add_job('checkout.reconcile-holds', 'check_at');
create trigger job after insert or update of next_call_at on consultations.consultations
  for each row when (new.next_call_at is not null and not new.ready)
  execute function platform.add_job('consultations.promote', 'next_call_at');
create trigger job after update of disabled_at on staff.members
  for each row when (new.disabled_at is not null) execute function platform.add_job('consultations.unassign-ended');
