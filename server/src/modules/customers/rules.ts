import type { Mail } from '#lib/mail/mail';
import { breakLinks, stripControls } from '#lib/text/typed-name';
import { addSeconds } from '#lib/time/dates';

export { stripControls };

/** Seconds before each retry; after the last one the message has failed. The same delays as for webhook deliveries. */
const retryDelaysS = [60, 300, 1800, 7200, 28_800, 86_400];

/** When to retry after this attempt failed; undefined when no attempt is left. */
export function nextAttemptAt(attempt: number, now: Date): Date | undefined {
  const delay = retryDelaysS[attempt - 1];
  return delay === undefined ? undefined : addSeconds(now, delay);
}

/** When no transport accepts any message: a minute at first, and at most as long as an owner may wait once it works again. */
const [shortestWaitS, longestWaitS] = [60, 900];

/**
 * When to retry a message that had no working transport: after as long as it has already waited, so that a message
 * that breaks every connection does not stay at the head of the queue.
 */
export function nextTryAt(createdAt: Date, now: Date): Date {
  const waitedS = (now.getTime() - createdAt.getTime()) / 1000;
  return addSeconds(now, Math.min(longestWaitS, Math.max(shortestWaitS, waitedS)));
}

/**
 * A name that staff entered, such as an institution's, made safe for a message: undefined when it looks like an
 * address, otherwise without anything a mail or phone app would turn into a link.
 */
export function unlinkedName(text: string): string | undefined {
  const plain = stripControls(text).trim();
  return plain === '' || /:\/\/|[/@]|www\./i.test(plain) ? undefined : breakLinks(plain);
}

const nameMaxLength = 40;
const nameMaxWords = 4;
/** A letter first; then letters, marks, spaces, apostrophes, hyphens and periods, so no digits. */
const nameForm = /^\p{L}[\p{L}\p{M} '\u2019.\u2010\u2011-]*$/u;
/** Text that a mail or phone app may turn into a link, as in `evil.example`; initials such as J.R. are not matched. */
const hostLike = /\.[\p{L}\p{M}]{2}|(?:^|[^\p{L}])www\b/iu;
/** No script has three marks on a letter; text that spills over its line has. */
const stackedMarks = /\p{M}{3}/u;
/** Letters that look like Latin ones; no name mixes them with Latin. */
const lookalikes = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u;

/**
 * An untrusted name, made safe for a message (D-143): undefined unless it can be nothing but a name. This keeps a
 * sentence, a phone number or an address from being sent under our name.
 */
export function safeName(text: string): string | undefined {
  // Normalized first: bold, wide and enclosed letters are ordinary letters in disguise.
  const name = stripControls(text).normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (!nameForm.test(name) || name.length > nameMaxLength || name.split(' ').length > nameMaxWords) return undefined;
  if (hostLike.test(name) || stackedMarks.test(name)) return undefined;
  return lookalikes.test(name) && /\p{Script=Latin}/u.test(name) ? undefined : name;
}

/** How often a mailbox or number may be welcomed in thirty days, across all submitters (D-143). */
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

/** A module's message to a customer; an email gets its layout, its stop link and the link to the page when it is queued. */
export type MessageDraft =
  | {
      readonly channel: 'email';
      readonly to: string;
      readonly mail: Mail;
      /** The case whose page the email links to next to its button. */
      readonly pageOf?: string;
      /** The staff member who sent it. */
      readonly by?: string;
      /** Small files made by us, as base64. */
      readonly attachments?: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
    }
  | {
      readonly channel: 'text';
      readonly to: string;
      readonly text: string;
      /** The staff member who wrote it. */
      readonly by?: string;
    };
