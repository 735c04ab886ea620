import { addDays, addSeconds } from '#lib/time/dates';
import type { ConsultationMoney } from './facts.ts';

/** Reasons for which staff close a case. */
export const closeReasons = [
  'settled',
  'paid',
  'offer_fair',
  'not_interested',
  'no_answer',
  'duplicate',
  'mistake',
  'other',
] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Reasons for which a case closes automatically. */
export type OwnReason = 'settled' | 'paid' | 'no_answer';

/** After the settlement a case stays open this long, for the fee and for questions. */
export const settledDays = 14;
/** After this many days without activity, a caller should ask the customer. */
export const quietDays = 60;
/** From then on it stays open this long, unless something happens. */
export const askedDays = 30;
/** How often a settled case is checked until its fourteen days are over. */
const lookAgainS = 15 * 60;

type SettledCase = {
  readonly settledAt: Date;
  readonly reopenedAt: Date | undefined;
};

export type SettledVerdict =
  | { readonly kind: 'close'; readonly reason: OwnReason }
  | { readonly kind: 'wait'; readonly until: Date };

/**
 * A settled case closes as soon as everything accepted is paid or released, and otherwise after fourteen days; never while money is
 * held or moving. For a reopened case, the fourteen days count from the reopening, even if everything is paid.
 */
export function decideSettled(
  { settledAt, reopenedAt }: SettledCase,
  { open, done }: ConsultationMoney,
  now: Date,
): SettledVerdict {
  const over = addDays(reopenedAt !== undefined && reopenedAt > settledAt ? reopenedAt : settledAt, settledDays);
  if (open) return { kind: 'wait', until: addSeconds(now, lookAgainS) };
  if (done && reopenedAt === undefined) return { kind: 'close', reason: 'paid' };
  if (now >= over) return { kind: 'close', reason: 'settled' };
  const soon = addSeconds(now, lookAgainS);
  return { kind: 'wait', until: soon < over ? soon : over };
}

/** Cases that ended at their source by an answer or by time are not reopened, because no calls about them are allowed. */
export const mayReopen = (reason: string | null): boolean =>
  reason !== null && !['declined', 'expired', 'canceled'].includes(reason);
