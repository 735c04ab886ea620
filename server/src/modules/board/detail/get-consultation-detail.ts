import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { hoursOf, mayCall, nextOpening, formatMinutes, zonesOf } from '#lib/calling/calling-hours';
import { normalizeEmail } from '#lib/text/email';
import { maskPhone, normalizePhone } from '#lib/text/phone';
import { listConsultationHolds } from '#modules/checkout';
import { getConsultation } from '#modules/consultations';
import { listMessages, listSuppressed } from '#modules/customers';
import { listDocuments, type DocumentView } from '#modules/documents';
import { findOtherVehicle } from '#modules/intakes';
import { notFound } from '#platform/errors';
import { computeAllowedOutcomes } from './compute-allowed-outcomes.ts';
import { computeConsultationFacts } from './compute-consultation-facts.ts';
import { computeTimeline } from './compute-timeline.ts';
import { isBeingCalled } from '../rules.ts';
import type { Card, ConsultationDetail } from '../schemas.ts';
import {
  findConsultation,
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
  const history = await readHistory(ctx, row);
  const names = new Map(
    (await listStaffNames(ctx.db, [staffId, ...staffIn(history)])).map((one) => [one.id, one.name]),
  );
  const card = toCard(row, staffId);
  const facts = computeConsultationFacts(row);
  const calling = callingOf(ctx, row, await whyEnded(ctx, row, facts.person));
  return {
    object: 'board.case',
    at: now.toISOString(),
    card,
    ...facts,
    offer_cents: row.initial_offer_cents ?? facts.offer_cents,
    person: calling.ended === null ? withNumber(facts.person, card, calling.may_call) : withoutNumber(facts.person),
    settlement_cents: row.settlement_cents,
    holds: history.holds,
    documents: history.documents.map((document) => toDocumentSummary(document, row)),
    calling,
    allowed_outcomes: computeAllowedOutcomes(row),
    say: computeCallScript(card, facts, names.get(staffId) ?? 'the team'),
    timeline: computeTimeline({ row, ...history, names }),
  };
}

async function readHistory(ctx: Ctx, row: ConsultationRow) {
  const subject = row.source === 'membership' ? String(row.enrollment?.['id'] ?? '') : row.source_id;
  const [events, { calls }, messages, trail, documents, holds] = await Promise.all([
    listConsultationEvents(ctx.db, subject),
    getConsultation(ctx, row.id),
    listMessages(ctx, row.source_id),
    listConsultationTrail(ctx.db, [row.id, row.source_id]),
    row.source === 'agent_intake' ? listDocuments(ctx, row.source_id) : [],
    listConsultationHolds(ctx, row.id),
  ]);
  return { events, calls, messages, trail, documents, holds };
}

const staffIn = ({ calls, trail }: Awaited<ReturnType<typeof readHistory>>): string[] => [
  ...new Set([...calls.map((call) => call.staff_id), ...trail.flatMap((entry) => entry.staff_id ?? [])]),
];

/** Whether the law allows a call now in every zone the customer may be in, unless calls have ended altogether. */
function callingOf(
  ctx: Ctx,
  row: ConsultationRow,
  ended: ConsultationDetail['calling']['ended'],
): ConsultationDetail['calling'] {
  const [rules, now] = [ctx.config.callingHours, ctx.clock.now()];
  const window = { state: row.window_state ?? undefined, zones: [...(row.zones ?? [])] };
  const open = ended === null && mayCall(rules, window, now);
  return {
    may_call: open,
    ended,
    opens_at: open || ended !== null ? null : (nextOpening(rules, window, now)?.toISOString() ?? null),
    until: formatMinutes(hoursOf(rules, window).to),
    rule_version: rules.version,
    zones: [...zonesOf(window)],
  };
}

/** Until the customer confirmed, the number is shown only to the holder of the lease, in the hours calls are allowed. */
function withNumber(person: ConsultationDetail['person'], card: Card, callable: boolean): ConsultationDetail['person'] {
  const { phone } = person;
  if (phone === null) return person;
  const shown = !isBeingCalled(card.lane) || (card.held?.mine === true && callable);
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
  created_at: document.created_at,
});
