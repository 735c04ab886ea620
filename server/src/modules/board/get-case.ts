import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { hoursOf, mayCall, nextOpening, writeMinutes, zonesOf } from '#lib/calling-hours';
import { normalizeEmail } from '#lib/email';
import { maskPhone, normalizePhone } from '#lib/phone';
import { listCaseHolds } from '#modules/checkout';
import { getConsultation } from '#modules/consultations';
import { listMessages, listSpared } from '#modules/customers';
import { listDocuments, type DocumentView } from '#modules/documents';
import { findOtherVehicle } from '#modules/intakes';
import { notFound } from '#platform/errors';
import { caseFacts } from './case-facts.ts';
import { caseTimeline } from './case-timeline.ts';
import { isBeingCalled } from './rules.ts';
import type { Card, Case } from './schemas.ts';
import { findCase, listCaseEvents, listCaseTrail, listStaffNames, type CaseRow } from './store.ts';
import { toCard } from './to-card.ts';
import { whatToSay } from './what-to-say.ts';

/** Everything that whoever calls must know, on one screen. The number is for who holds the case, as long as it is held. */
export async function getCase(ctx: Ctx, id: string): Promise<Case> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const row = await findCase(ctx.db, now, id);
  if (row === undefined) throw notFound('No consultation has this id.');
  const story = await readStory(ctx, row);
  const names = new Map((await listStaffNames(ctx.db, [staffId, ...staffIn(story)])).map((one) => [one.id, one.name]));
  const card = toCard(row, staffId);
  const facts = caseFacts(row);
  const calling = callingOf(ctx, row, await whyEnded(ctx, row, facts.person));
  return {
    object: 'board.case',
    at: now.toISOString(),
    card,
    ...facts,
    offer_cents: row.initial_offer_cents ?? facts.offer_cents,
    person: calling.ended === null ? withNumber(facts.person, card, calling.may_call) : withoutNumber(facts.person),
    settlement_cents: row.settlement_cents,
    holds: story.holds,
    documents: story.documents.map((document) => toPaper(document, row)),
    calling,
    say: whatToSay(card, facts, names.get(staffId) ?? 'the team'),
    timeline: caseTimeline({ row, ...story, names }),
  };
}

async function readStory(ctx: Ctx, row: CaseRow) {
  const subject = row.source === 'membership' ? String(row.enrollment?.['id'] ?? '') : row.source_id;
  const [events, { calls }, messages, trail, documents, holds] = await Promise.all([
    listCaseEvents(ctx.db, subject),
    getConsultation(ctx, row.id),
    listMessages(ctx, row.source_id),
    listCaseTrail(ctx.db, [row.id, row.source_id]),
    row.source === 'agent_intake' ? listDocuments(ctx, row.source_id) : [],
    listCaseHolds(ctx, row.id),
  ]);
  return { events, calls, messages, trail, documents, holds };
}

const staffIn = ({ calls, trail }: Awaited<ReturnType<typeof readStory>>): string[] => [
  ...new Set([...calls.map((call) => call.staff_id), ...trail.flatMap((entry) => entry.staff_id ?? [])]),
];

/** Whether the law lets this person be called now, wherever they may be, unless calls have ended altogether. */
function callingOf(ctx: Ctx, row: CaseRow, ended: Case['calling']['ended']): Case['calling'] {
  const [rules, now] = [ctx.config.callingHours, ctx.clock.now()];
  const window = { state: row.window_state ?? undefined, zones: [...(row.zones ?? [])] };
  const open = ended === null && mayCall(rules, window, now);
  return {
    may_call: open,
    ended,
    opens_at: open || ended !== null ? null : (nextOpening(rules, window, now)?.toISOString() ?? null),
    until: writeMinutes(hoursOf(rules, window).to),
    rule_version: rules.version,
    zones: [...zonesOf(window)],
  };
}

/** Until somebody said yes, the number is for who holds the case, and only in the hours in which it may be called. */
function withNumber(person: Case['person'], card: Card, callable: boolean): Case['person'] {
  const { phone } = person;
  if (phone === null) return person;
  const shown = !isBeingCalled(card.lane) || (card.held?.mine === true && callable);
  return { ...person, phone: shown ? phone : null, phone_hint: maskPhone(phone) };
}

/** Why nobody of the team has a number to call, whatever the hour; null when there may be calls. */
async function whyEnded(
  ctx: Ctx,
  { test, declined_at: declinedAt }: CaseRow,
  { email, phone }: Case['person'],
): Promise<Case['calling']['ended']> {
  if (test) return 'test_case';
  const contacts = {
    email: email === null ? undefined : normalizeEmail(email),
    phone: phone === null ? undefined : normalizePhone(phone),
  };
  if ((await listSpared(ctx, [contacts])).includes(true)) return 'do_not_contact';
  return declinedAt === null ? null : 'declined';
}

const withoutNumber = (person: Case['person']): Case['person'] => ({
  ...person,
  phone: null,
  phone_hint: person.phone && maskPhone(person.phone),
});

const toPaper = (document: DocumentView, { said }: CaseRow): Case['documents'][number] => ({
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
