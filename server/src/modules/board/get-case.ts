import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { hoursOf, mayCall, nextOpening, writeMinutes, zonesOf } from '#lib/calling-hours';
import { normalizeEmail } from '#lib/email';
import { normalizePhone } from '#lib/phone';
import { getConsultation } from '#modules/consultations';
import { listMessages, listSpared } from '#modules/customers';
import { listDocuments, type DocumentView } from '#modules/documents';
import { notFound } from '#platform/errors';
import { caseFacts } from './case-facts.ts';
import { caseTimeline } from './case-timeline.ts';
import { isBeingCalled, maskPhone } from './rules.ts';
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
  const spared = await isSpared(ctx, facts.person);
  const calling = spared ? { ...callingOf(ctx, row), may_call: false, opens_at: null } : callingOf(ctx, row);
  return {
    object: 'board.case',
    at: now.toISOString(),
    card,
    ...facts,
    offer_cents: row.initial_offer_cents ?? facts.offer_cents,
    person: spared ? withoutNumber(facts.person) : withNumber(facts.person, card, calling.may_call),
    settlement_cents: row.settlement_cents,
    documents: story.documents.map(toPaper),
    calling,
    say: whatToSay(card, facts, names.get(staffId) ?? 'the team'),
    timeline: caseTimeline({ row, ...story, names }),
  };
}

async function readStory(ctx: Ctx, row: CaseRow) {
  const subject = row.source === 'membership' ? String(row.enrollment?.['id'] ?? '') : row.source_id;
  const [events, { calls }, messages, trail, documents] = await Promise.all([
    listCaseEvents(ctx.db, subject),
    getConsultation(ctx, row.id),
    listMessages(ctx, row.source_id),
    listCaseTrail(ctx.db, [row.id, row.source_id]),
    row.source === 'agent_intake' ? listDocuments(ctx, row.source_id) : [],
  ]);
  return { events, calls, messages, trail, documents };
}

const staffIn = ({ calls, trail }: Awaited<ReturnType<typeof readStory>>): string[] => [
  ...new Set([...calls.map((call) => call.staff_id), ...trail.flatMap((entry) => entry.staff_id ?? [])]),
];

/** Whether the law lets this person be called now, wherever they may be. */
function callingOf(ctx: Ctx, row: CaseRow): Case['calling'] {
  const [rules, now] = [ctx.config.callingHours, ctx.clock.now()];
  const window = { state: row.window_state ?? undefined, zones: [...(row.zones ?? [])] };
  const open = mayCall(rules, window, now);
  return {
    may_call: open,
    opens_at: open ? null : (nextOpening(rules, window, now)?.toISOString() ?? null),
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

/** Whether the owner asked for silence, by whichever of their contacts; then nobody of the team has a number to call. */
async function isSpared(ctx: Ctx, { email, phone }: Case['person']): Promise<boolean> {
  const contacts = {
    email: email === null ? undefined : normalizeEmail(email),
    phone: phone === null ? undefined : normalizePhone(phone),
  };
  return (await listSpared(ctx, [contacts])).includes(true);
}

const withoutNumber = (person: Case['person']): Case['person'] => ({
  ...person,
  phone: null,
  phone_hint: person.phone && maskPhone(person.phone),
});

const toPaper = ({ id, size_bytes, reading, differences, created_at }: DocumentView): Case['documents'][number] => ({
  id,
  size_bytes,
  vendor: reading.vendor,
  pages: reading.pages,
  scanned: reading.ocr,
  failed_checks: reading.checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name),
  differences: [...differences],
  created_at,
});
