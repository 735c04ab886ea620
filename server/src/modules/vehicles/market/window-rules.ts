import { addDays, dayOf, isCalendarDate, startOfDay } from '#lib/time/dates';

/** The days in which a listing must have been seen, both included; UTC. */
export type Window = {
  readonly from: string;
  readonly until: string;
  /** The day of the loss, where the market around it is meant and not that of today. */
  readonly lossDay?: string;
};

/** A listing that was not seen for so many days has been sold or forgotten. */
export const windowDays = 45;

/** Losses so long ago can still be read around their day. */
const lossDaysMax = 120;

/** Of a window around a loss, so many days are after it: cars that were for sale then are still seen. */
const daysAfterLoss = 15;

/** Listings last seen before that are no longer in any case's window. */
export const storedDays = lossDaysMax + windowDays - daysAfterLoss;

const endingOn = (until: string): Window => ({
  from: dayOf(addDays(startOfDay(until), 1 - windowDays)),
  until,
});

export const todaysWindow = (now: Date): Window => endingOn(dayOf(now));

/**
 * The window around a loss; undefined without a separate one: for no day or an invalid one, one in the future, one
 * too long ago, or one so recent that the window would be today's.
 */
export function windowAround(lossDay: string | undefined, now: Date): Window | undefined {
  if (lossDay === undefined || !isCalendarDate(lossDay)) return undefined;
  const until = dayOf(addDays(startOfDay(lossDay), daysAfterLoss));
  const oldest = dayOf(addDays(now, -lossDaysMax));
  return lossDay < oldest || until >= dayOf(now) ? undefined : { ...endingOn(until), lossDay };
}

/** Whether a loss was too long ago for the market around its day to be known. */
export const isLongAgo = (lossDay: string | undefined, now: Date): boolean =>
  lossDay !== undefined && isCalendarDate(lossDay) && lossDay < dayOf(addDays(now, -lossDaysMax));

/** The window as moments: from the beginning of its first day, to before the day after its last. */
export const momentsOf = ({ from, until }: Window): { readonly from: Date; readonly before: Date } => ({
  from: startOfDay(from),
  before: addDays(startOfDay(until), 1),
});
