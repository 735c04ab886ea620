-- The parts of rows of before 0066. It is a migration of its own: adding the columns locks all consultations until the end
-- of its transaction, and updates of most rows would keep the queue waiting for as long as they take. These lock rows only,
-- and leave alone what already has parts.

-- Settlements and first offers of before are of unknown basis. Only a report says that a figure is the vehicle's value,
-- and only one that is not about another vehicle. An amount beside it is labelled by who said it: what the agent did not
-- send was typed by the team.
update consultations.consultations c
  set offer_parts = jsonb_strip_nulls(jsonb_build_object(
        'value', jsonb_build_object('cents', r.cents, 'from', 'report'),
        'stated', case when c.initial_offer_cents <> r.cents
          then jsonb_build_object('cents', c.initial_offer_cents,
            'from', case when c.initial_offer_cents = r.sent then 'agent' else 'staff' end) end)),
      initial_offer_cents = r.cents
  from (
    select id, (found -> 'report' ->> 'offer_cents')::integer as cents,
      coalesce((offer ->> 'acv_offer_cents')::numeric, round((offer ->> 'acv_offer')::numeric * 100)) as sent
    from intakes.intakes
    where jsonb_typeof(found -> 'report' -> 'offer_cents') = 'number'
      and (found -> 'report' ->> 'offer_cents')::numeric between 0 and 100000000
      and not (found -> 'decoded' ->> 'check_digit' is not distinct from 'right'
        and found -> 'report' ->> 'vin' is not null
        and found -> 'report' ->> 'vin' is distinct from found -> 'decoded' ->> 'vin')) r
  where c.source = 'agent_intake' and c.source_id = r.id and c.offer_parts is null;

-- What agents and institutions said of the offer, which the consultation did not know so far.
update consultations.consultations c
  set offer_parts = jsonb_build_object('stated', jsonb_build_object('cents', s.cents, 'from', s.teller)),
      initial_offer_cents = s.cents
  from (
    select 'agent_intake' as source, id, 'agent' as teller,
      coalesce((offer ->> 'acv_offer_cents')::numeric, round((offer ->> 'acv_offer')::numeric * 100))::integer as cents
    from intakes.intakes
    where coalesce((offer ->> 'acv_offer_cents')::numeric, (offer ->> 'acv_offer')::numeric * 100) between 0 and 99999999
    union all
    select 'referral', id, 'institution', initial_offer_cents::integer from referrals.referrals
    where consultation_id is not null and initial_offer_cents between 0 and 100000000
    union all
    select 'membership', redemption_id, 'institution', initial_offer_cents::integer from plans.loss_notices
    where initial_offer_cents between 0 and 100000000) s
  where c.source = s.source and c.source_id = s.id and c.initial_offer_cents is null and c.offer_parts is null;

-- What the consultation of an intake knew and the agent did not send: from a report that does not count, or typed by the
-- team. Without parts it would be read as the agent's.
update consultations.consultations c
  set offer_parts = jsonb_build_object('stated', jsonb_build_object('cents', c.initial_offer_cents, 'from',
        case when c.initial_offer_cents = s.reported then 'report' else 'staff' end))
  from (
    select id, coalesce((offer ->> 'acv_offer_cents')::numeric, round((offer ->> 'acv_offer')::numeric * 100)) as sent,
      case when jsonb_typeof(found -> 'report' -> 'offer_cents') = 'number'
        then (found -> 'report' ->> 'offer_cents')::numeric end as reported
    from intakes.intakes) s
  where c.source = 'agent_intake' and c.source_id = s.id and c.offer_parts is null
    and c.initial_offer_cents is not null and c.initial_offer_cents is distinct from s.sent;
