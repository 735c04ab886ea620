import type { Ctx } from '#context';
import type { CardHolds } from '#gateways/cards';
import { GatewayError } from '#platform/errors';
import { checkoutMetrics } from '../metrics.ts';

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
