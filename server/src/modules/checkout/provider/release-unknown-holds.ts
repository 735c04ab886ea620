import type { Ctx } from '#context';
import type { ListedPage } from '#gateways/cards';
import { addDays } from '#lib/time/dates';
import { validationFailed } from '#platform/errors';
import { findNewestHold, listKnownIds } from './known-hold-store.ts';
import { callProvider } from './call-provider.ts';

/** What the provider has of a page that this database knows nothing about, and what can be done about it. */
type UnknownHold = {
  readonly holdId: string;
  readonly sessionId: string;
  readonly createdAt: Date;
  /** `open`: a card can still be entered. `charged` is not undone here: whether it was owed is for the team to find out. */
  readonly state: 'open' | 'held' | 'saved' | 'charged';
  readonly amountCents: number;
  readonly intentId: string | undefined;
  readonly methodIds: readonly string[];
};

/** A page is made at the latest this long after the hold it is for: a renewed or changed card. */
const pageWithinDays = 30;
/** Of a database that knows no hold at all: as far back as money can still change hands. */
const farthestDays = 180;

type Wanted = {
  /** When to begin; unless given, with all that this database cannot know. */
  readonly since?: Date | undefined;
  /** The number of those to be given back, as whoever decides has seen it; without it nothing is changed. */
  readonly confirm?: number | undefined;
};

type Found = { readonly unknown: readonly UnknownHold[]; readonly released: readonly UnknownHold[] };

/**
 * After a restore: pages that were made after the restored moment are known to the provider alone, and with them holds
 * on the cards of people whose case is gone. Finds those on which money is held or charged, or a card is or can be
 * entered, and gives back what can be given back without a doubt: open pages are closed, holds released, saved cards
 * taken off.
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

/** Undefined when there is nothing of anybody's behind the page. */
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
