// Compares what was sent: events in the log, deliveries at receivers, messages to people.
import { setTimeout as pause } from 'node:timers/promises';
import { sentLinkPath } from '@makewhole/server/src/modules/intakes/testing.ts';
import { linkPath } from '@makewhole/server/src/modules/referrals/testing.ts';
import { check, Difference, equals, must } from '#bench/model-test/difference';
import { dayMs } from '#bench/model-test/model/hours';
import { envelopeOf, type LoggedEvent } from '#bench/model-test/model/events';
import type { Message } from '#bench/model-test/model/messages';
import type { Intake, Tenant } from '#bench/model-test/model/state';
import { refusedAsSuspended } from '#bench/model-test/steps/referrals';
import type { Walker } from '#bench/model-test/walker';

type Envelope = Record<string, unknown> & { readonly id: string; readonly type: string };

/** The same event has the same id wherever it is seen, and no other event has it. */
function nameEvent({ model }: Walker, event: LoggedEvent, id: string): void {
  if (event.id === undefined) {
    const other = model.log.events.find((one) => one.id === id);
    must(`two events have the id ${id}`, other === undefined);
    event.id = id;
  }
  check(`the id of ${event.type} about ${event.subject}`, id, event.id);
}

const isOf = ({ institution, livemode }: Tenant, event: LoggedEvent): boolean =>
  event.audience === 'partner' && event.account === institution.id && event.livemode === livemode;

/** The log shows nothing newer than an open transaction in any database of the same server. */
const timeoutMs = 5000;
const pauseMs = 20;

/** Expired days may have been dropped. */
const keptSince = ({ model }: Walker): number => model.now - 29 * dayMs;
const isKept = (walker: Walker, { created_at: at }: Envelope): boolean => Date.parse(String(at)) >= keptSince(walker);

/** Continues at the reader's cursor: new events match the model, in order for each object, without repeats. */
export async function compareLog(walker: Walker, owner: Tenant): Promise<void> {
  const { model, cursors } = walker;
  const place = cursors.get(owner) ?? { cursor: undefined, seen: 0 };
  const all = model.log.events.filter((event) => isOf(owner, event));
  if (all.length === place.seen) return;
  const expected = all.slice(place.seen).filter(({ at }) => at >= keptSince(walker));
  const told: Envelope[] = [];
  let { cursor } = place;
  for (let waited = 0; ; waited += pauseMs) {
    const page = await readLog(walker, owner, cursor);
    if (page === undefined) return;
    told.push(...page.events.filter((one) => isKept(walker, one)));
    cursor = page.cursor;
    if (told.length >= expected.length || waited >= timeoutMs) break;
    await pause(pauseMs);
  }
  compareEvents(walker, told, expected);
  cursors.set(owner, { cursor, seen: all.length });
}

/** The whole log from its beginning. */
export async function compareWholeLog(walker: Walker, owner: Tenant): Promise<void> {
  const page = await readLog(walker, owner, undefined);
  if (page === undefined) return;
  const told = page.events.filter((one) => isKept(walker, one));
  const all = walker.model.log.events.filter((event) => isOf(owner, event) && event.at >= keptSince(walker));
  compareEvents(walker, told, all);
}

type Page = { readonly events: Envelope[]; readonly cursor: string | undefined };

/** Everything after a cursor; nothing for a suspended institution. */
async function readLog(walker: Walker, owner: Tenant, from: string | undefined): Promise<Page | undefined> {
  const events: Envelope[] = [];
  let cursor = from;
  for (let more = true; more;) {
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await walker.world.partner(owner, `GET /events?order=asc&limit=100${after}`);
    if (refusedAsSuspended(owner, answer)) return undefined;
    events.push(...answer.body.data);
    cursor = answer.body.next_cursor ?? cursor;
    more = answer.body.has_more;
  }
  return { events, cursor };
}

function compareEvents(walker: Walker, told: readonly Envelope[], expected: readonly LoggedEvent[]): void {
  const left = new Map<string, LoggedEvent[]>();
  for (const event of expected) left.set(event.subject, [...(left.get(event.subject) ?? []), event]);
  for (const { id, ...envelope } of told) {
    const subject = subjectOf(envelope);
    const next = left.get(subject)?.shift();
    if (next === undefined)
      throw new Difference(`the log has ${String(envelope['type'])} about ${subject}, once too often`);
    check(`${next.type} about ${subject} in the log`, envelope, envelopeOf(next, 'thin'));
    nameEvent(walker, next, id);
  }
  const [missing] = [...left.values()].flat();
  if (missing !== undefined) throw new Difference(`the log lacks ${missing.type} about ${missing.subject}`);
}

function subjectOf({ data }: Record<string, unknown>): string {
  const { referral, enrollment, statement, intake_id: intake } = data as Record<string, { id: string }>;
  return (referral ?? enrollment ?? statement)?.id ?? String(intake);
}

/** The log about intakes, which no interface shows. */
export async function compareIntakeEvents(walker: Walker, intakes: readonly Intake[]): Promise<void> {
  if (intakes.length === 0) return;
  const kept = keptSince(walker);
  const ids = intakes.map(({ id }) => id);
  const rows = await walker.world.ctx.db.many<{ thin: string }>({
    text: `select thin from events.events where subject_id = any($1::text[]) and created_at >= $2
      order by era, transaction_id, place`,
    values: [ids, new Date(kept)],
  });
  const expected = walker.model.log.events.filter(({ subject, at }) => ids.includes(subject) && at >= kept);
  const told = rows.map(({ thin }) => JSON.parse(thin) as Envelope);
  compareEvents(walker, told, expected);
}

/** Every endpoint got what it selected, once and in its form; no other endpoint got anything. */
export function compareDeliveries(walker: Walker): void {
  const { world, expectedDeliveries } = walker;
  const left = expectedDeliveries.splice(0);
  for (const { path, body, headers } of world.receiver.received.splice(0)) {
    const { id, ...envelope } = JSON.parse(body) as Envelope;
    const index = left.findIndex(
      ({ endpoint, event }) => endpoint.path === path && equals(envelope, envelopeOf(event, endpoint.payload)),
    );
    const [found] = index < 0 ? [] : left.splice(index, 1);
    if (found === undefined) throw new Difference(`${path} was told ${body.slice(0, 400)}, which it is not owed`);
    check('the type in the header', headers['x-service-event'], envelope['type']);
    nameEvent(walker, found.event, id);
  }
  const [missing] = left;
  if (missing !== undefined)
    throw new Difference(`${missing.endpoint.path} was not told ${missing.event.type} about ${missing.event.subject}`);
}

type Arrived = { readonly channel: Message['channel']; readonly to: string; readonly link: string };

const linkIn = (text: string): string =>
  /\/(?:c|i)\/[0-9A-Za-z]{32}|\/checkout\/[0-9A-Za-z]{32}(?:\/[a-z]+)?/.exec(text)?.[0] ?? '';

const textsSeen = new WeakMap<object, number>();

function takeArrived({ world }: Walker): Arrived[] {
  const seen = textsSeen.get(world) ?? 0;
  const texts = world.twilio.received.slice(seen);
  textsSeen.set(world, world.twilio.received.length);
  return [
    ...world.harness.mailbox.received
      .splice(0)
      .flatMap(({ recipients, mail }) =>
        recipients.map((to): Arrived => ({ channel: 'email', to, link: linkIn(mail.text ?? '') })),
      ),
    ...texts.map(({ to, body }): Arrived => ({ channel: 'text', to, link: linkIn(body) })),
  ];
}

/**
 * Where a message's link leads. An invitation's link exists only in the borrower's message and, encrypted, in the
 * database.
 */
const linkOf = async ({ world }: Walker, { link, purpose, subject, channel }: Message): Promise<string> => {
  if (purpose === 'welcome') return sentLinkPath(world.harness, subject, channel);
  return purpose === 'invitation' ? linkPath(world.harness, subject) : link;
};

/** Exactly the expected customers got messages, and each message was true when it was sent. */
export async function compareMessages(walker: Walker): Promise<void> {
  const { model, sent } = walker;
  const taken = sent.splice(0);
  const left = await Promise.all(taken.map(async (message) => ({ message, link: await linkOf(walker, message) })));
  for (const { channel, to, link } of takeArrived(walker)) {
    const index = left.findIndex(
      (one) => one.message.channel === channel && one.message.to === to && one.link === link,
    );
    const [found] = index < 0 ? [] : left.splice(index, 1);
    const silent = model.contactBook.suppressionOf(to) !== undefined;
    if (found === undefined && silent)
      throw new Difference(`${to} is on the do-not-contact list and got ${channel} ${link}`);
    // Notices link only to the customer's own page. The message tests cover their content, which is not modelled.
    if (found === undefined && link === '') continue;
    if (found === undefined) throw new Difference(`${to} got ${channel} with ${link}, which was not to be sent`);
    const referral = model.referrals.find(({ id }) => id === found.message.subject);
    if (referral !== undefined) referral.link = link;
  }
  const [missing] = left;
  if (missing === undefined) return;
  const { to, purpose, channel } = missing.message;
  throw new Difference(`${to} did not get the ${purpose} by ${channel}`);
}
