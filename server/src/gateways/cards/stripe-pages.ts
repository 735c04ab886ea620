import type Stripe from 'stripe';
import type { StripeConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { CardHolds, ListedPage } from './port.ts';
import { requestStripe } from './stripe-request.ts';

/** A session has up to 8 KB, and a response may have 1 MB. */
const listed = 50;

export async function* listPages(
  stripe: StripeConfig,
  { since, returnsTo }: Parameters<CardHolds['listPages']>[0],
): AsyncGenerator<readonly ListedPage[]> {
  let after: string | undefined;
  do {
    const list = await requestStripe<Stripe.ApiList<Stripe.Checkout.Session>>(stripe, {
      method: 'GET',
      path: '/checkout/sessions',
      params: {
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: listed,
        ...(after === undefined ? {} : { starting_after: after }),
      } satisfies Stripe.Checkout.SessionListParams,
    });
    yield list.data.filter(({ success_url: url }) => url?.startsWith(`${returnsTo}/`) === true).flatMap(toPage);
    after = list.has_more ? list.data.at(-1)?.id : undefined;
  } while (after !== undefined);
}

/** A page that saves a card creates its customer, or belongs to one. */
function toPage({ id, client_reference_id: holdId, mode, customer, created }: Stripe.Checkout.Session): ListedPage[] {
  if (holdId === null || (mode !== 'payment' && mode !== 'setup')) return [];
  const kind = mode === 'setup' || customer !== null ? 'card' : 'hold';
  return [{ sessionId: id, holdId, kind, createdAt: new Date(created * 1000) }];
}

export async function closePage(stripe: StripeConfig, sessionId: string): Promise<void> {
  const path = `/checkout/sessions/${encodeURIComponent(sessionId)}/expire`;
  await requestStripe(stripe, { method: 'POST', path, key: `${sessionId}/close` }).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error;
  });
}

/** Reads at most one of our pages, which any usable key may do. */
export async function checkKey(stripe: StripeConfig): Promise<string> {
  const params = { created: { gte: 0 }, limit: 1 } satisfies Stripe.Checkout.SessionListParams;
  const request = { method: 'GET', path: '/checkout/sessions', params } as const;
  await requestStripe(stripe, request).catch((error: unknown) => {
    const refused = error instanceof GatewayError && [401, 403].includes(error.responseCode ?? 0);
    throw refused ? new GatewayError('refused', 'the card provider refuses our key', { cause: error }) : error;
  });
  return 'the provider takes our key';
}
