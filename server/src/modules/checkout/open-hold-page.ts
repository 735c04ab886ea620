import type { Ctx } from '#context';
import { addHours, addSeconds } from '#lib/dates';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { askProvider } from './ask-provider.ts';
import { returnUrl } from './checkout-link.ts';
import { failHold } from './fail-hold.ts';
import { followHold } from './follow-hold.ts';
import { updateAttempt, updatePage } from './follow-store.ts';
import { findHold, lockHold, type Hold } from './hold-store.ts';
import { canMove, pageHours } from './rules.ts';

export type OpenedPage =
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'unavailable' }
  /** The page was used or ran out, and the hold knows it now. */
  | { readonly kind: 'ended' };

const titles = {
  research: 'Makewhole research: appraisal of your vehicle',
  representation: 'Makewhole representation: research and negotiation',
} as const;

/** Leads to the provider's page of a hold that has begun: made now, or made before and still open. */
export async function openHoldPage(ctx: Ctx, holdId: string): Promise<OpenedPage> {
  const hold = await findHold(ctx.db, holdId);
  if (hold?.state !== 'page_open') return { kind: 'ended' };
  try {
    const { sessionId } = hold;
    if (sessionId === undefined) return await makePage(ctx, hold);
    const told = await askProvider(ctx, 'look', (cards) => cards.get(sessionId));
    if (told?.url !== undefined) return { kind: 'page', url: told.url };
    await followHold(ctx, holdId);
    return told === undefined ? { kind: 'unavailable' } : { kind: 'ended' };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ hold: holdId, kind: error.kind, code: error.responseCode }, 'checkout.page-not-opened');
  }
  return { kind: 'unavailable' };
}

async function makePage(ctx: Ctx, hold: Hold): Promise<OpenedPage> {
  const wanted = {
    holdId: hold.id,
    attempt: hold.attempt,
    title: titles[hold.product],
    amountCents: hold.amountCents,
    expiresAt: addHours(hold.createdAt, pageHours),
    returnUrl: returnUrl(ctx.config, hold.id),
  };
  const page = await askProvider(ctx, 'page', (cards) => cards.createPage(wanted)).catch(async (error: unknown) => {
    if (error instanceof GatewayError) await noteRefusal(ctx, hold, error);
    throw error;
  });
  // Nobody learns the page's address before the hold knows it: a page that was never noted cannot be used.
  const noted = await transact(ctx, (tx) =>
    updatePage(tx.db, {
      id: hold.id,
      sessionId: page.sessionId,
      checkAt: addSeconds(tx.clock.now(), firstCheckS),
    }),
  );
  return noted ? { kind: 'page', url: page.url } : { kind: 'unavailable' };
}

/** Most people need a few minutes; the provider's event comes first, unless it gets lost. */
const firstCheckS = 300;

/** An answer was given, so the same request would get the same one: the next is another. */
async function noteRefusal(ctx: Ctx, hold: Hold, { kind, responseCode }: GatewayError): Promise<void> {
  if (responseCode === undefined || responseCode === 409) return;
  await transact(ctx, async (tx) => {
    const locked = await lockHold(tx.db, hold.id);
    if (locked === undefined || locked.sessionId !== undefined) return;
    updateAttempt(tx.db, hold.id, hold.attempt);
    if (kind !== 'refused' || !canMove(locked.state, 'failed')) return;
    failHold(tx, hold.id, 'page refused');
  });
}
