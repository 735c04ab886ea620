import type { Ctx } from '#context';
import { callCaps, cappedUntil, stricterCaps } from '#lib/calling/call-caps';
import {
  capsOf,
  formatMinutes,
  localTime,
  mayCall,
  nextClosing,
  nextOpening,
  zonesOf,
} from '#lib/calling/calling-hours';
import { findNumberProblem } from '#lib/calling/dialable';
import { listOpenings, type Opening } from '#lib/calling/openings';
import { stateOfPhone, zonesOfState } from '#lib/calling/us-zones';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { listSuppressed } from '#modules/customers';
import { traceFacts } from '#modules/consultations';
import { findZip } from '#modules/vehicles';
import type { ConsultationDetail } from '../schemas.ts';
import { detailStatementsOf, type DetailRow } from '../statement-rules.ts';
import type { ConsultationRow } from '../store.ts';

type Asked = {
  readonly person: ConsultationDetail['person'];
  /** Whether the staff member was shown the number. */
  readonly offered: boolean;
};

/** Whether and when the customer of a case may be called, and why not. */
export async function findCalling(
  ctx: Ctx,
  row: DetailRow,
  { person, offered }: Asked,
): Promise<ConsultationDetail['calling']> {
  return callingOf(ctx, row, {
    ended: await whyEnded(ctx, row, person),
    numberProblem: numberProblemOf(person),
    offered,
    states: statesOf(row, person),
  });
}

type Calls = {
  readonly ended: ConsultationDetail['calling']['ended'];
  readonly numberProblem: ConsultationDetail['calling']['number_problem'];
  readonly offered: boolean;
  readonly states: readonly string[];
};

/** The places where the customer may be, from which calling hours are computed. */
function statesOf(row: DetailRow, { phone }: ConsultationDetail['person']): string[] {
  const known = traceFacts(detailStatementsOf(row));
  const [zip, number] = [known.zip?.value, phone === null ? undefined : normalizePhone(phone)];
  const named = [
    zip === undefined ? undefined : findZip(zip)?.state,
    known.loss_state?.value.toUpperCase(),
    number === undefined ? undefined : stateOfPhone(number),
  ];
  return [...new Set(named.filter((state) => state !== undefined && zonesOfState(state).length > 0))] as string[];
}

function numberProblemOf({ phone }: ConsultationDetail['person']): Calls['numberProblem'] {
  const number = phone === null ? undefined : normalizePhone(phone);
  return (number === undefined ? undefined : findNumberProblem(number)) ?? null;
}

/**
 * Whether a call may be made now: the hours allow it in every zone where the customer may be, and the number was not
 * tried too often. A staff member who was shown the number has already used an attempt.
 */
function callingOf(
  ctx: Ctx,
  row: ConsultationRow,
  { ended, numberProblem, offered, states }: Calls,
): ConsultationDetail['calling'] {
  const [rules, now] = [ctx.config.callingHours, ctx.clock.now()];
  const window = { state: row.window_state ?? undefined, zones: [...(row.zones ?? [])] };
  const caps = stricterCaps(capsOf(rules, window), callCaps);
  const capped = offered ? undefined : cappedUntil(row.number_attempts ?? [], caps, now);
  const reason = capped !== undefined ? 'capped' : mayCall(rules, window, now) ? null : 'outside_calling_hours';
  const never = ended !== null || numberProblem !== null;
  const open = !never && reason === null;
  const opening = nextOpening(rules, window, capped ?? now);
  const closing = opening && nextClosing(rules, window, opening);
  // With several zones, the earliest of their clocks, so that no customer is called too late.
  const until = closing && Math.min(...zonesOf(window).map((zone) => localTime(zone, closing).minutes));
  return {
    may_call: open,
    ended,
    number_problem: numberProblem,
    opens_at: open || never ? null : (opening?.toISOString() ?? null),
    reason: never ? null : reason,
    until: formatMinutes(until ?? 0),
    rule_version: rules.version,
    zones: [...zonesOf(window)],
    states: [...states],
    callback_openings: ended === null ? listOpenings(rules, window, now).map(toOpening) : [],
  };
}

const toOpening = ({ from, to }: Opening) => ({ from: from.toISOString(), to: to.toISOString() });

/** Why staff get no number at any hour; null when calls are possible. */
async function whyEnded(
  ctx: Ctx,
  { test, declined_at: declinedAt, stopped_channels: stopped }: ConsultationRow,
  { email, phone }: ConsultationDetail['person'],
): Promise<ConsultationDetail['calling']['ended']> {
  if (test) return 'test_case';
  const contacts = {
    email: email === null ? undefined : normalizeEmail(email),
    phone: phone === null ? undefined : normalizePhone(phone),
  };
  if ((await listSuppressed(ctx, [contacts])).includes(true)) return 'do_not_contact';
  if (declinedAt !== null) return 'declined';
  return stopped.includes('call') ? 'no_calls' : null;
}
