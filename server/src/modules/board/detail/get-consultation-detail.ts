import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { cappedUntil, stricterCaps } from '#lib/calling/call-caps';
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
import { maskPhone, normalizePhone } from '#lib/text/phone';
import { listConsultationHolds } from '#modules/checkout';
import { getConsultation } from '#modules/consultations';
import { listMessages, listSuppressed } from '#modules/customers';
import { listDocuments, type DocumentView } from '#modules/documents';
import { findOtherVehicle } from '#modules/intakes';
import { findZip } from '#modules/market';
import { listReplies, listUnreadCounts } from '#modules/replies';
import { notFound } from '#platform/errors';
import { computeAllowedOutcomes } from './compute-allowed-outcomes.ts';
import { computeConsultationFacts } from './compute-consultation-facts.ts';
import { computeTimeline } from './compute-timeline.ts';
import { isBeingCalled } from '../rules.ts';
import type { Card, ConsultationDetail } from '../schemas.ts';
import {
  findConsultation,
  listCards,
  listConsultationEvents,
  listConsultationTrail,
  listStaffNames,
  type ConsultationRow,
} from '../store.ts';
import { toCard } from '../columns/to-card.ts';
import { computeCallScript } from './compute-call-script.ts';

/** Everything a caller must know, on one screen. The number is for the holder of the lease, while it lasts. */
export async function getConsultationDetail(ctx: Ctx, id: string): Promise<ConsultationDetail> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const row = await findConsultation(ctx.db, now, id);
  if (row === undefined) throw notFound('No consultation has this id.');
  const [history, tied] = await Promise.all([readHistory(ctx, row), listCards(ctx.db, now, row.tied)]);
  const names = new Map(
    (await listStaffNames(ctx.db, [staffId, ...staffIn(history)])).map((one) => [one.id, one.name]),
  );
  const card = toCard(row, staffId, await listUnreadCounts(ctx, [id]));
  const facts = computeConsultationFacts(row);
  const offered = card.held?.mine === true && row.offer_staff_id === staffId && row.offer_case === row.id;
  const calling = callingOf(ctx, row, {
    ended: await whyEnded(ctx, row, facts.person),
    numberProblem: numberProblemOf(facts.person),
    offered,
    states: statesOf(row, facts.person),
  });
  return {
    object: 'board.case',
    at: now.toISOString(),
    card,
    tied: tied.map((other) => ({
      id: other.id,
      number: other.number,
      lane: other.lane,
      status: other.status,
      opened_at: other.opened_at.toISOString(),
    })),
    ...facts,
    offer_cents: row.initial_offer_cents ?? facts.offer_cents,
    person:
      calling.ended === null && calling.number_problem === null
        ? withNumber(facts.person, card, offered && calling.may_call)
        : withoutNumber(facts.person),
    settlement_cents: row.settlement_cents,
    holds: history.holds,
    replies: history.replies,
    documents: history.documents.map((document) => toDocumentSummary(document, row)),
    calling,
    allowed_outcomes: computeAllowedOutcomes(row),
    say: computeCallScript(card, facts, {
      caller: names.get(staffId) ?? 'the team',
      numberProven: isNumberProven(row, history.calls),
    }),
    timeline: computeTimeline({ row, ...history, names }),
  };
}

/** By a texted link, or by a person who was reached at it; a mailed link says nothing about the number. */
const isNumberProven = ({ intake }: ConsultationRow, calls: readonly { readonly outcome: string }[]): boolean =>
  ['proven_by_text_at', 'proven_by_call_at'].some((column) => typeof intake?.[column] === 'string') ||
  calls.findLast(({ outcome }) => outcome === 'confirmed' || outcome === 'wrong_number')?.outcome === 'confirmed';

async function readHistory(ctx: Ctx, row: ConsultationRow) {
  const subject = row.source === 'membership' ? String(row.enrollment?.['id'] ?? '') : row.source_id;
  const [events, { calls }, messages, answers, trail, documents, holds, replies] = await Promise.all([
    listConsultationEvents(ctx.db, subject),
    getConsultation(ctx, row.id),
    listMessages(ctx, row.source_id),
    listMessages(ctx, row.id),
    listConsultationTrail(ctx.db, [row.id, row.source_id]),
    row.source === 'agent_intake' ? listDocuments(ctx, row.source_id) : [],
    listConsultationHolds(ctx, row.id),
    listReplies(ctx, row.id),
  ]);
  return { events, calls, messages: [...messages, ...answers], trail, documents, holds, replies };
}

const staffIn = ({ calls, trail, messages }: Awaited<ReturnType<typeof readHistory>>): string[] => [
  ...new Set([
    ...calls.map((call) => call.staff_id),
    ...trail.flatMap((entry) => entry.staff_id ?? []),
    ...messages.flatMap(({ answer }) => answer?.by ?? []),
  ]),
];

type Calls = {
  readonly ended: ConsultationDetail['calling']['ended'];
  readonly numberProblem: ConsultationDetail['calling']['number_problem'];
  readonly offered: boolean;
  readonly states: readonly string[];
};

/** Where the customer may be, from what the hours of calls are computed from. */
function statesOf({ loss_state: loss, said }: ConsultationRow, { phone }: ConsultationDetail['person']): string[] {
  const [zip, number] = [said?.loss.zip, phone === null ? undefined : normalizePhone(phone)];
  const named = [
    zip === undefined ? undefined : findZip(zip)?.state,
    loss?.toUpperCase(),
    number === undefined ? undefined : stateOfPhone(number),
  ];
  return [...new Set(named.filter((state) => state !== undefined && zonesOfState(state).length > 0))] as string[];
}

function numberProblemOf({ phone }: ConsultationDetail['person']): Calls['numberProblem'] {
  const number = phone === null ? undefined : normalizePhone(phone);
  return (number === undefined ? undefined : findNumberProblem(number)) ?? null;
}

/**
 * Whether a call may be made now: in every zone the customer may be in the hours allow it, and the number was not tried
 * too often. Whoever was shown the number has their attempt.
 */
function callingOf(
  ctx: Ctx,
  row: ConsultationRow,
  { ended, numberProblem, offered, states }: Calls,
): ConsultationDetail['calling'] {
  const [rules, now] = [ctx.config.callingHours, ctx.clock.now()];
  const window = { state: row.window_state ?? undefined, zones: [...(row.zones ?? [])] };
  const caps = stricterCaps(capsOf(rules, window), ctx.config.callCaps);
  const capped = offered ? undefined : cappedUntil(row.number_attempts ?? [], caps, now);
  const reason = capped !== undefined ? 'capped' : mayCall(rules, window, now) ? null : 'outside_calling_hours';
  const never = ended !== null || numberProblem !== null;
  const open = !never && reason === null;
  const opening = nextOpening(rules, window, capped ?? now);
  const closing = opening && nextClosing(rules, window, opening);
  // In several zones the earliest of their clocks: whichever of them is looked at, nobody is called too late.
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

/** Until the customer confirmed, the number is shown only to who was given it and has the case, while they may call. */
function withNumber(person: ConsultationDetail['person'], card: Card, given: boolean): ConsultationDetail['person'] {
  const { phone } = person;
  if (phone === null) return person;
  const shown = !isBeingCalled(card.lane) || given;
  return { ...person, phone: shown ? phone : null, phone_hint: maskPhone(phone) };
}

/** Why staff get no number at any hour; null when calls are possible. */
async function whyEnded(
  ctx: Ctx,
  { test, declined_at: declinedAt }: ConsultationRow,
  { email, phone }: ConsultationDetail['person'],
): Promise<ConsultationDetail['calling']['ended']> {
  if (test) return 'test_case';
  const contacts = {
    email: email === null ? undefined : normalizeEmail(email),
    phone: phone === null ? undefined : normalizePhone(phone),
  };
  if ((await listSuppressed(ctx, [contacts])).includes(true)) return 'do_not_contact';
  return declinedAt === null ? null : 'declined';
}

const withoutNumber = (person: ConsultationDetail['person']): ConsultationDetail['person'] => ({
  ...person,
  phone: null,
  phone_hint: person.phone && maskPhone(person.phone),
});

const toDocumentSummary = (
  document: DocumentView,
  { said }: ConsultationRow,
): ConsultationDetail['documents'][number] => ({
  id: document.id,
  size_bytes: document.size_bytes,
  vendor: document.reading.vendor,
  pages: document.reading.pages,
  scanned: document.reading.ocr,
  failed_checks: document.reading.checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name),
  other_vehicle: (said && findOtherVehicle(said, said.found, document.reading)) ?? null,
  differences: [...document.differences],
  file_removed_at: document.file_removed_at,
  created_at: document.created_at,
});
