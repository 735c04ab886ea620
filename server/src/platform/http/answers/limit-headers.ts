import type { PublicLimit } from '#platform/errors';
import type { Counted } from '#platform/limits';

/**
 * What a client has left, as structured fields (draft-ietf-httpapi-ratelimit-headers-10): the policy by its name, and under
 * the same name what remains and when it ends. Nothing where nobody counted.
 */
export const limitHeaders = (counted: Counted): Record<string, string> =>
  counted === undefined ? {} : describe(counted.limit, counted.remaining, counted.resetS);

/** The same for who has nothing left. */
export const usedUpHeaders = (limit: PublicLimit | undefined, retryAfterS = 0): Record<string, string> =>
  limit === undefined ? {} : describe(limit, 0, retryAfterS);

const describe = ({ name, points, windowS }: PublicLimit, remaining: number, resetS: number) => ({
  'ratelimit-policy': `"${name}";q=${points};w=${windowS}`,
  ratelimit: `"${name}";r=${Math.max(0, remaining)};t=${resetS}`,
});
