import type { Ctx } from '#context';
import { addHours, addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { callProvider } from '../provider/provider.ts';
import { returnUrl } from '../links/link-rules.ts';
import { failHold } from '../holds/hold-states.ts';
import { reconcileHold } from '../holds/reconcile-hold.ts';
import { updateCardPage } from '../card-store.ts';
import { updateAttempt, updatePage } from '../hold-change-store.ts';
import { acceptedLanguage, cardPromise } from '../messages/messages-page.ts';
import { findHold, lockHold, type Hold } from '../hold-store.ts';
import { pageHours, titles } from '../rules.ts';
import { holdTransitions } from '../transitions.ts';

type HoldPage =
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'unavailable' }
  /** The page was used or has expired, and the hold was updated. */
  | { readonly kind: 'ended' };

/** The provider's page for a new hold: created now, or earlier and still open. */
export async function createHoldPage(ctx: Ctx, holdId: string): Promise<HoldPage> {
  const hold = await findHold(ctx.db, holdId);
  if (hold?.state !== 'page_open') return { kind: 'ended' };
  try {
    const { sessionId } = hold;
    if (sessionId === undefined) return await createProviderPage(ctx, hold);
    const providerState = await callProvider<{ readonly url: string | undefined } | undefined>(ctx, 'look', (cards) =>
      hold.kind === 'hold' ? cards.get(sessionId) : cards.getCard({ sessionId, customerId: hold.customerId }),
    );
    if (providerState?.url !== undefined) return { kind: 'page', url: providerState.url };
    await reconcileHold(ctx, holdId);
    return providerState === undefined ? { kind: 'unavailable' } : { kind: 'ended' };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ hold: holdId, kind: error.kind, code: error.responseCode }, 'checkout.page-not-created');
  }
  return { kind: 'unavailable' };
}

async function createProviderPage(ctx: Ctx, hold: Hold): Promise<HoldPage> {
  const { id: holdId, test, attempt, product, amountCents } = hold;
  const expiresAt = addHours(hold.createdAt, pageHours);
  const request = {
    holdId,
    test,
    attempt,
    title: titles[acceptedLanguage(hold.acceptance)][product],
    expiresAt,
    returnUrl: returnUrl(ctx.config, holdId),
  };
  const promise = cardPromise(amountCents, acceptedLanguage(hold.acceptance));
  const save = hold.kind === 'card' ? { save: { customerId: undefined, promise } } : {};
  const page = await callProvider(ctx, 'page', (cards) => cards.createPage({ ...request, amountCents, ...save })).catch(
    async (error: unknown) => {
      if (error instanceof GatewayError) await recordRefusal(ctx, hold, error);
      throw error;
    },
  );
  // The customer gets the page's URL only after it is stored: a page that was never stored cannot be used.
  const { sessionId } = page;
  const recorded = await transact(ctx, (tx) => {
    const checkAt = addSeconds(tx.clock.now(), firstCheckS);
    return hold.kind === 'hold'
      ? updatePage(tx.db, { id: holdId, sessionId, checkAt })
      : updateCardPage(tx.db, { id: holdId, sessionId, attempt, checkAt });
  });
  return recorded ? { kind: 'page', url: page.url } : { kind: 'unavailable' };
}

/** Most customers need a few minutes; the provider's event comes earlier, unless it gets lost. */
const firstCheckS = 300;

/** The same idempotency key would get the same answer, so the next request uses another. */
async function recordRefusal(ctx: Ctx, hold: Hold, { kind, responseCode }: GatewayError): Promise<void> {
  if (responseCode === undefined || responseCode === 409) return;
  await transact(ctx, async (tx) => {
    const locked = await lockHold(tx.db, hold.id);
    if (locked === undefined || locked.sessionId !== undefined) return;
    updateAttempt(tx.db, hold.id, hold.attempt);
    if (kind !== 'refused' || !holdTransitions.canMove(locked.state, 'failed')) return;
    failHold(tx, hold.id, 'page refused');
  });
}
