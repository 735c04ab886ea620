import type { Ctx } from '#context';
import type { CardHolds } from '#gateways/cards';
import { GatewayError } from '#platform/errors';

export type ProviderRequest = 'page' | 'look' | 'capture' | 'release';

/** One request to the card provider, counted by how it ended. */
export async function askProvider<T>(
  ctx: Ctx,
  request: ProviderRequest,
  ask: (cards: CardHolds) => Promise<T>,
): Promise<T> {
  const { requests } = ctx.metrics.cards;
  try {
    const answer = await ask(ctx.cards);
    requests.inc({ request, outcome: request === 'look' && answer === undefined ? 'unknown' : 'done' });
    return answer;
  } catch (error) {
    requests.inc({ request, outcome: error instanceof GatewayError ? error.kind : 'internal' });
    throw error;
  }
}
