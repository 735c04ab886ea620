import type { Static } from 'typebox';
import { twinOf } from '#app/docs/to-twin';
import { previewMarket } from '#modules/intakes';
import { AppError, unavailable, validationFailed } from '#platform/errors';
import type { Call } from './call.ts';
import { serviceFacts, type ServiceFacts } from './facts-to-say.ts';
import type { marketInput, marketOutput, searchInput, searchOutput } from './tool-schemas.ts';

export const getFacts = async ({ ctx: { config, clock }, livemode }: Call): Promise<ServiceFacts> =>
  serviceFacts({ config, now: clock.now(), livemode });

/** Without seconds to wait: each read counts for 24 hours, and a model that waits so long has lost its owner. */
const usedUp = () =>
  new AppError(
    'rate_limited',
    'The market reads without an agent key are used up: each counts for 24 hours. With a key there is no such bound.',
    { status: 429 },
  );

export async function readMarketOf(
  { ctx }: Call,
  given: Static<typeof marketInput>,
): Promise<Static<typeof marketOutput>> {
  const { state, acv_offer_cents: offer, ...vehicle } = given;
  const preview = await previewMarket(ctx, { ...vehicle, loss_state: state, offer_cents: offer });
  if (preview.kind === 'used up') throw usedUp();
  if (preview.kind === 'unavailable')
    throw unavailable('The market could not be read just now; go on without it, or try again in a moment.', {
      retryAfterS: 5,
    });
  if (preview.kind === 'too little')
    throw validationFailed(preview.missing.map((path) => ({ path, message: 'is needed to read the market' })));
  return { preliminary: preview.preliminary, say_this: preview.preliminary.disclaimer };
}

export async function searchDocs(
  { ctx, docs }: Call,
  given: Static<typeof searchInput>,
): Promise<Static<typeof searchOutput>> {
  const { query, limit = 8 } = given;
  const { publicBaseUrl } = ctx.config;
  const { hits } = docs.search(query, limit);
  return {
    results: hits.map(({ title, path, excerpt }) => ({ title, url: `${publicBaseUrl}${twinOf(path)}`, excerpt })),
  };
}
