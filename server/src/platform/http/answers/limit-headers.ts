import type { PublicLimit } from '#platform/errors';
import type { Counted } from '#platform/limits';

/**
 * A client's remaining calls, as structured fields (draft-ietf-httpapi-ratelimit-headers-10): the policy by name, and
 * under the same name the remaining calls and the reset time. Empty where calls were not counted.
 */
export const limitHeaders = (counted: Counted): Record<string, string> =>
  counted === undefined ? {} : describe(counted.limit, counted.remaining, counted.resetS);

/** The same headers for a client that has no calls left. */
export const usedUpHeaders = (limit: PublicLimit | undefined, retryAfterS = 0): Record<string, string> =>
  limit === undefined ? {} : describe(limit, 0, retryAfterS);

const describe = ({ name, points, windowS }: PublicLimit, remaining: number, resetS: number) => ({
  'ratelimit-policy': `"${name}";q=${points};w=${windowS}`,
  ratelimit: `"${name}";r=${Math.max(0, remaining)};t=${resetS}`,
});
