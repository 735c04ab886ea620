import { addDays, addSeconds } from '#lib/time/dates';
import type { ConsultationMoney } from './facts.ts';

/** Why somebody of the team closes a case. */
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

/** Why a case is closed by itself. */
export type OwnReason = 'settled' | 'paid' | 'no_answer';

/** After the settlement a case stays open this long, for the fee and for questions. */
export const settledDays = 14;
/** Nothing has happened for this long: a caller is to ask. */
export const quietDays = 60;
/** From then on it stays open this long, unless something happens. */
export const askedDays = 30;
/** How often a settled case is looked at until its fourteen days are over. */
const lookAgainS = 15 * 60;

type SettledCase = {
  readonly settledAt: Date;
  readonly reopenedAt: Date | undefined;
};

export type SettledVerdict =
  | { readonly kind: 'close'; readonly reason: OwnReason }
  | { readonly kind: 'wait'; readonly until: Date };

/**
 * A settled case closes as soon as everything accepted is paid or released, and otherwise after fourteen days; never
 * while money is held or moving. One that was opened again has its fourteen days from then, whatever is paid.
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

/** Cases that ended at their source by an answer or by time are not opened again: nobody may be called about them. */
export const mayReopen = (reason: string | null): boolean =>
  reason !== null && !['declined', 'expired', 'canceled'].includes(reason);
