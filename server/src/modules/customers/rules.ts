import { addSeconds } from '#lib/time/dates';

/** Seconds before each retry; after the last one the message has failed. The same steps as webhook deliveries. */
const retryDelaysS = [60, 300, 1800, 7200, 28_800, 86_400];

/** When to retry after this attempt failed; undefined when there is no further one. */
export function nextAttemptAt(attempt: number, now: Date): Date | undefined {
  const delay = retryDelaysS[attempt - 1];
  return delay === undefined ? undefined : addSeconds(now, delay);
}

// Control characters, and the marks that reorder or hide text.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text without control characters and other invisible ones. */
export const stripControls = (text: string): string => text.replace(invisible, '');

/** A dot that makes a host name of its surroundings, as in `login1.com`; browsers treat the other three like a dot. */
const linkingDot = /(?<=\S)[.\u3002\uff0e\uff61](?=\p{L})/gu;

/**
 * A name from outside, made safe for a message (D-143): undefined when it looks like an address, otherwise without
 * anything a mail or phone app would turn into a link.
 */
export function safeName(text: string): string | undefined {
  const plain = stripControls(text).trim();
  if (plain === '' || /:\/\/|[/@]|www\./i.test(plain)) return undefined;
  return plain.replace(linkingDot, ' $&');
}

/** How often a contact may be welcomed in thirty days, whoever submits it (D-143). */
export const welcomeRoundsMax = 3;
export const welcomeRoundsDays = 30;

export type DiscountSource = 'agent_intake' | 'partner_referral' | 'staff' | 'campaign';

export type KnownDiscount = { readonly source: DiscountSource; readonly consumed: boolean };

/**
 * One discount per customer from any source, in the order they were granted: it applies when an agent's submission
 * granted the first and none was used up (D-035).
 */
export const discountApplies = (known: readonly KnownDiscount[]): boolean =>
  known.every(({ consumed }) => !consumed) && (known[0]?.source ?? 'agent_intake') === 'agent_intake';

/** Replies to a text message that mean STOP, trimmed and in capitals. */
const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const startWords = new Set(['START', 'UNSTOP', 'YES']);

export function decideReply(body: string): 'stop' | 'start' | 'other' {
  const word = body
    .trim()
    .toUpperCase()
    .replace(/[.!]+$/, '');
  if (stopWords.has(word)) return 'stop';
  return startWords.has(word) ? 'start' : 'other';
}
