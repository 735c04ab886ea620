-- An institution that has only the sandbox has nothing live, whoever asks: its keys, signed credentials and endpoints are in
-- modules that know nothing of institutions, so the tables say it.
create function partners.require_live_open() returns trigger language plpgsql as $$
declare
  account text := to_jsonb(new) ->> tg_argv[0];
begin
  if exists (select from partners.institutions where id = account and live_opened_at is null) then
    raise exception 'live mode is not open for this institution' using errcode = 'MW409';
  end if;
  return new;
end $$;
create trigger live_open before insert on access.partner_keys
  for each row when (new.livemode) execute function partners.require_live_open('institution_id');
create trigger live_open before insert on access.signed_credentials
  for each row when (new.livemode) execute function partners.require_live_open('institution_id');
create trigger live_open before insert on webhooks.endpoints
  for each row when (new.livemode) execute function partners.require_live_open('account_id');
