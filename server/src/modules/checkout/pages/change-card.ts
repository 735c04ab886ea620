import type { Ctx } from '#context';
import { addHours, addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { updateCardPage } from '../card-store.ts';
import { updateAttempt } from '../hold-change-store.ts';
import { listHoldsOf, lockHold, type Hold } from '../hold-store.ts';
import { returnUrl } from '../links/link-rules.ts';
import { callProvider } from '../provider/call-provider.ts';
import { dueOf, pageHours, titles } from '../rules.ts';
import { findCheckoutByToken } from '../store.ts';
import { acceptedLanguage, cardPromise } from '../words/words-page.ts';

type Changed = { readonly kind: 'page'; readonly url: string } | { readonly kind: 'unavailable' | 'nothing' };

/**
 * Leads an owner whose bank declined the hold to the provider's page, where the card is confirmed or another one entered
 * and the fee is held on it.
 */
export async function changeCard(ctx: Ctx, token: string): Promise<Changed> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token, 'token'));
  if (checkout === undefined) return { kind: 'nothing' };
  const holds = await listHoldsOf(ctx.db, checkout.id);
  const hold = holds.findLast(({ state, requestedAction }) => state === 'charge_failed' && requestedAction === null);
  if (hold === undefined) return { kind: 'nothing' };
  try {
    return (await findOpenPage(ctx, hold)) ?? (await createPage(ctx, hold));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ hold: hold.id, kind: error.kind, code: error.responseCode }, 'checkout.page-not-created');
    return { kind: 'unavailable' };
  }
}

async function findOpenPage(ctx: Ctx, { sessionId, customerId }: Hold): Promise<Changed | undefined> {
  if (sessionId === undefined) return undefined;
  const provider = await callProvider(ctx, 'look', (cards) => cards.getCard({ sessionId, customerId }));
  return provider?.url === undefined ? undefined : { kind: 'page', url: provider.url };
}

/** Most customers need a few minutes; the provider's event comes earlier, unless it gets lost. */
const firstCheckS = 300;

/** Each page is a request of its own; of two that are made at once only one is recorded, and led to. */
async function createPage(ctx: Ctx, { id: holdId }: Hold): Promise<Changed> {
  const hold = await transact(ctx, async (tx) => {
    const locked = await lockHold(tx.db, holdId);
    if (locked?.state !== 'charge_failed' || locked.requestedAction !== null) return undefined;
    updateAttempt(tx.db, holdId, locked.attempt);
    return { ...locked, attempt: locked.attempt + 1 };
  });
  if (hold === undefined) return { kind: 'nothing' };
  const { test, attempt, customerId, product } = hold;
  const page = await callProvider(ctx, 'page', (cards) =>
    cards.createPage({
      holdId,
      test,
      attempt,
      title: titles[acceptedLanguage(hold.acceptance)][product],
      amountCents: dueOf(hold),
      expiresAt: addHours(ctx.clock.now(), pageHours),
      returnUrl: returnUrl(ctx.config, holdId),
      save: { customerId, promise: cardPromise(dueOf(hold), acceptedLanguage(hold.acceptance)) },
    }),
  );
  const recorded = await transact(ctx, (tx) =>
    updateCardPage(tx.db, {
      id: holdId,
      sessionId: page.sessionId,
      attempt,
      checkAt: addSeconds(tx.clock.now(), firstCheckS),
    }),
  );
  return recorded ? { kind: 'page', url: page.url } : { kind: 'unavailable' };
}
