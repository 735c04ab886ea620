import { addSeconds } from '#lib/dates';

/** Seconds before each retry; after the last one the message has failed. The same steps as webhook deliveries. */
const retryDelaysS = [60, 300, 1800, 7200, 28_800, 86_400];

/** When to try again after this attempt failed; undefined when there is no further one. */
export function nextAttemptAt(attempt: number, now: Date): Date | undefined {
  const delay = retryDelaysS[attempt - 1];
  return delay === undefined ? undefined : addSeconds(now, delay);
}

// Control characters, and the marks that reorder or hide text.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text without characters that act instead of being shown. */
export const stripControls = (text: string): string => text.replace(invisible, '');

/** A dot that makes a host of what stands around it, as in `login1.com`; browsers take the other three for one too. */
const linkingDot = /(?<=\S)[.\u3002\uff0e\uff61](?=\p{L})/gu;

/**
 * A name that strangers typed, made safe to put into a message (decision 143): undefined when it looks like an
 * address, otherwise without anything a mail or phone app would turn into a link.
 */
export function safeName(text: string): string | undefined {
  const plain = stripControls(text).trim();
  if (plain === '' || /:\/\/|[/@]|www\./i.test(plain)) return undefined;
  return plain.replace(linkingDot, ' $&');
}

/** How often a contact may be welcomed in thirty days, whoever submits it (decision 143). */
export const welcomeRoundsMax = 3;
export const welcomeRoundsDays = 30;

export type DiscountSource = 'agent_intake' | 'partner_referral' | 'staff' | 'campaign';

export type KnownDiscount = { readonly source: DiscountSource; readonly consumed: boolean };

/**
 * One discount per person from any source, in the order in which they were given: it applies when an agent's submission
 * gave the first and none was used up (decision 35).
 */
export const discountApplies = (known: readonly KnownDiscount[]): boolean =>
  known.every(({ consumed }) => !consumed) && (known[0]?.source ?? 'agent_intake') === 'agent_intake';

/** What a person may answer to a text message, after trimming and in capitals. */
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
