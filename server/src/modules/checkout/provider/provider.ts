import type { Ctx, Tx } from '#context';
import type { CardHolds, ListedPage, ProviderEvent } from '#gateways/cards';
import { addDays } from '#lib/time/dates';
import { prepared, transact, type Db } from '#platform/db';
import { GatewayError, validationFailed } from '#platform/errors';
import { notFromProvider } from '../errors.ts';
import { updateCheckAll, updateCheckSoon } from '../hold-change-store.ts';
import { checkoutMetrics } from '../metrics.ts';
import { updateRefundsSoon } from '../refund-store.ts';
import { insertProviderEvent } from '../store.ts';

type ProviderRequest = 'page' | 'look' | 'capture' | 'release' | 'place' | 'detach' | 'refund';

/** Makes one request to the card provider and counts it by outcome. */
export async function callProvider<T>(
  ctx: Ctx,
  request: ProviderRequest,
  call: (cards: CardHolds) => Promise<T>,
): Promise<T> {
  const { requests } = ctx.metrics.of(checkoutMetrics);
  try {
    const response = await call(ctx.cards);
    requests.inc({ request, outcome: request === 'look' && response === undefined ? 'unknown' : 'done' });
    return response;
  } catch (error) {
    requests.inc({ request, outcome: error instanceof GatewayError ? error.kind : 'internal' });
    throw error;
  }
}

type Recorded = { readonly isNew: boolean; readonly holdId: string | undefined };

/** Makes the hold of an event due. The event only shows that something changed; a worker then reads the change. */
export async function recordCardEvent(tx: Tx, event: ProviderEvent): Promise<Recorded> {
  const now = tx.clock.now();
  const hold = await updateCheckSoon(tx.db, event, now);
  if (hold !== undefined && event.type.includes('refund')) updateRefundsSoon(tx.db, hold.id, now);
  const isNew = await insertProviderEvent(tx.db, { id: event.id, type: event.type, holdId: hold?.id, now });
  return { isNew, holdId: hold?.id };
}

/** Records that something changed at the provider; a worker then reads the change. */
export async function recordProviderEvent(
  ctx: Ctx,
  signed: { readonly body: Buffer; readonly signature: string | undefined },
): Promise<void> {
  const { events, anomalies } = ctx.metrics.of(checkoutMetrics);
  const event = ctx.cards.readEvent({ ...signed, now: ctx.clock.now() });
  if (event === undefined) {
    events.inc({ outcome: 'refused' });
    throw notFromProvider();
  }
  if (!isRelevant(event)) return events.inc({ outcome: 'ignored' });
  const { isNew, holdId } = await transact(ctx, (tx) => recordCardEvent(tx, event));
  events.inc({ outcome: isNew ? 'taken' : 'repeated' });
  if (!isNew || event.type !== 'charge.dispute.created') return;
  anomalies.inc({ anomaly: 'disputed' });
  ctx.log.warn({ hold: holdId }, 'checkout.charge-disputed');
}

/** The provider's data about a page that this database does not have, and the possible action. */
type UnknownHold = {
  readonly holdId: string;
  readonly sessionId: string;
  readonly createdAt: Date;
  /** `open`: a card can still be entered. `charged` is not undone here: the team has to find out whether it was owed. */
  readonly state: 'open' | 'held' | 'saved' | 'charged';
  readonly amountCents: number;
  readonly intentId: string | undefined;
  readonly methodIds: readonly string[];
};

/** A page is created at the latest this long after its hold: for a renewed or changed card. */
const pageWithinDays = 30;
/** For a database without any holds: as far back as money can still move. */
const farthestDays = 180;

type Wanted = {
  /** Where to begin; by default, with everything that this database cannot have. */
  readonly since?: Date | undefined;
  /** The number of holds to release, as the operator has seen it; without it nothing is changed. */
  readonly confirm?: number | undefined;
};

type Found = { readonly unknown: readonly UnknownHold[]; readonly released: readonly UnknownHold[] };

/**
 * For use after a restore: pages created after the restored moment exist only at the provider, including holds on the
 * cards of customers whose case is lost. Finds those with held or charged money, or with a card that is or can be
 * entered, and undoes what is safe to undo: open pages are closed, holds released, saved cards removed.
 */
export async function releaseUnknownHolds(ctx: Ctx, { since, confirm }: Wanted = {}): Promise<Found> {
  const unknown = await listUnknown(ctx, since);
  if (confirm === undefined) return { unknown, released: [] };
  const released = unknown.filter(({ state }) => state !== 'charged');
  if (released.length !== confirm) {
    throw validationFailed([{ path: 'confirm', message: `is ${confirm}, but there are ${released.length} now` }]);
  }
  for (const hold of released) {
    await giveBack(ctx, hold);
    ctx.log.info({ hold: hold.holdId, state: hold.state }, 'checkout.unknown-hold-released');
  }
  return { unknown, released };
}

async function giveBack(ctx: Ctx, { sessionId, state, intentId, methodIds }: UnknownHold): Promise<void> {
  if (state === 'open') await callProvider(ctx, 'release', (cards) => cards.closePage(sessionId));
  if (state === 'held' && intentId !== undefined)
    await callProvider(ctx, 'release', (cards) => cards.release({ attempt: 0, intentId }));
  if (state === 'held' || state === 'saved')
    for (const methodId of methodIds) await callProvider(ctx, 'detach', (cards) => cards.detach(methodId));
}

async function listUnknown(ctx: Ctx, since: Date | undefined): Promise<UnknownHold[]> {
  if (!ctx.cards.configured) return [];
  const from = since ?? (await farthest(ctx));
  const unknown: UnknownHold[] = [];
  const pages = ctx.cards.listPages({ since: from, returnsTo: ctx.config.publicBaseUrl });
  for await (const listed of pages) {
    const known = new Set(await listKnownIds(ctx.db, [...new Set(listed.map(({ holdId }) => holdId))]));
    for (const page of listed.filter(({ holdId }) => !known.has(holdId))) {
      const hold = await look(ctx, page);
      if (hold !== undefined) unknown.push(hold);
    }
  }
  return unknown;
}

async function farthest(ctx: Ctx): Promise<Date> {
  const newest = await findNewestHold(ctx.db);
  return newest === undefined ? addDays(ctx.clock.now(), -farthestDays) : addDays(newest, -pageWithinDays);
}

/** Undefined when the page has neither money nor a card. */
function look(ctx: Ctx, page: ListedPage): Promise<UnknownHold | undefined> {
  return page.kind === 'hold' ? lookAtHold(ctx, page) : lookAtCard(ctx, page);
}

async function lookAtHold(ctx: Ctx, page: ListedPage): Promise<UnknownHold | undefined> {
  const { sessionId } = page;
  const found = await callProvider(ctx, 'look', (cards) => cards.get(sessionId));
  if (found === undefined) return undefined;
  const { money, intentId, amountCents, capturedCents, refundedCents } = found;
  const parts = { ...common(page), intentId, methodIds: [] };
  if (money === 'held') return { ...parts, state: 'held', amountCents };
  if (money === 'captured' && capturedCents > refundedCents)
    return { ...parts, state: 'charged', amountCents: capturedCents - refundedCents };
  return found.page === 'open' ? { ...parts, state: 'open', amountCents } : undefined;
}

async function lookAtCard(ctx: Ctx, page: ListedPage): Promise<UnknownHold | undefined> {
  const { sessionId } = page;
  const found = await callProvider(ctx, 'look', (cards) => cards.getCard({ sessionId, customerId: undefined }));
  if (found === undefined) return undefined;
  const { charge, held, attachedIds: methodIds } = found;
  const parts = { ...common(page), intentId: charge?.intentId ?? held[0]?.intentId, methodIds };
  const chargedCents = (charge?.amountCents ?? 0) - (charge?.refundedCents ?? 0);
  if (chargedCents > 0) return { ...parts, state: 'charged', amountCents: chargedCents };
  if (held[0] !== undefined) return { ...parts, state: 'held', amountCents: held[0].amountCents };
  if (methodIds.length > 0) return { ...parts, state: 'saved', amountCents: 0 };
  return found.page === 'open' ? { ...parts, state: 'open', amountCents: 0 } : undefined;
}

const common = ({ holdId, sessionId, createdAt }: ListedPage) => ({ holdId, sessionId, createdAt });

/** How long after its end a hold can still change at the provider: refunds by the team, and disputes within 120 days. */
const changesForDays = 180;

/**
 * For use after a restore: captures, releases and refunds since the restored moment are recorded only at the
 * provider. All holds are reconciled as soon as workers resume, before any other request. Returns how many.
 */
export const requestChecks = (ctx: Ctx): Promise<number> =>
  transact(ctx, async (tx) => {
    const now = tx.clock.now();
    return (await updateCheckAll(tx.db, { now, endedSince: addDays(now, -changesForDays) })).length;
  });

const knownOf = prepared<[ids: readonly string[]], { id: string }>(
  'checkout.list-known-holds',
  `select id from checkout.holds where id = any($1::text[]) and coalesce(session_id, setup_session_id) is not null`,
);

/** Those of these holds that exist here with their page. */
const listKnownIds = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await db.many(knownOf(ids))).map(({ id }) => id);

const newest = prepared<[], { created_at: Date | null }>(
  'checkout.newest-hold',
  'select max(created_at) as created_at from checkout.holds',
);

const findNewestHold = async (db: Db): Promise<Date | undefined> => (await db.find(newest()))?.created_at ?? undefined;

/** Events that make a hold due. Their content is not used, since they may be late, duplicate or out of order. */
const relevantTypes = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'charge.captured',
  'charge.expired',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]);

const isRelevant = ({ type }: { readonly type: string }): boolean => relevantTypes.has(type);
