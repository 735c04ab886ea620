import { callCaps, stricterCaps, type CallCaps } from '#lib/calling/call-caps';
import { capsOf, localTime, zonesOf, type CallWindow, type LocalTime } from '#lib/calling/calling-hours';
import { amountOf, readParts, type OfferParts } from '#lib/numbers/offer-parts';
import { queueEmailName, queuePhoneName } from '#lib/text/contacts';
import type { Config } from '#platform/config';
import type { StoredParts } from './store.ts';

/**
 * The order of the queue: smaller comes first. The database computes it from the row, so any change of a fact moves
 * the consultation immediately (column `rank`).
 */
export const ranks = { callback: 0, warmHandoff: 1, proven: 2, registered: 3, anonymous: 4, last: 5 } as const;

/** A lease without renewal; the board renews it every minute while the caller works. */
export const leaseS = 5 * 60;
/** The longest lease: a page that was left open must not block a consultation indefinitely. */
export const leaseMaxS = 2 * 3600;
/** A released consultation is not offered again immediately. */
export const releasePauseS = 15 * 60;
/** One number is called once an hour at most, whatever the consultation. */
export const phoneGuardS = 3600;
/** A promised callback is offered to its assignee alone for this long, if they are present. */
export const callbackReservedS = 15 * 60;
/**
 * A customer who chose a language is left to a caller who speaks it for this long: half a working day, after which a
 * call in English is better than none.
 */
export const languageReservedS = 4 * 3600;
/** Pause while another caller's transaction decides about the same number. */
export const phoneBusyS = 5;

const hour = 3600;
/** Pauses after the first call that reached no one, after the second, and so on; the last one repeats. */
export const pausesS: readonly number[] = [hour, 4 * hour, 20 * hour, 24 * hour, 48 * hour, 72 * hour];
/** When the customer asked for another call without a time. */
export const callbackPauseS = 4 * hour;
/** A customer who was reached is not called again the same day, unless a caller decides so. */
export const reachedPauseS = 24 * hour;

/** A call cannot be promised for later than this. */
export const callbackDays = 60;
/** For a customer whose window is not known. */
export const unknownLocation: CallWindow = { state: undefined, zones: [] };

/** How often a number may be tried in this window. */
export const capsIn = ({ callingHours }: Config, window: CallWindow): CallCaps =>
  stricterCaps(capsOf(callingHours, window), callCaps);

/** Closed, or expired. */
export const isClosed = (row: { readonly closed_at: Date | null; readonly ends_at: Date | null }, now: Date): boolean =>
  row.closed_at !== null || (row.ends_at !== null && row.ends_at <= now);

/** Binds the encrypted number to its row. */
export const phoneAad = (consultationId: string): string => `consultations.consultations/${consultationId}`;
export const phoneName = queuePhoneName;
export const emailName = queueEmailName;
/** The lock for decisions about a number; the sandbox has its own. */
export const phoneLock = (phone: string, test: boolean): string => `${test ? 'sandbox/' : ''}${phoneName(phone)}`;

export const localTimes = (window: CallWindow, at: Date): LocalTime[] =>
  zonesOf(window).map((zone) => localTime(zone, at));

type MoneyRow = { readonly offer_parts: unknown; readonly settlement_parts: unknown };

/** The offer and the settlement of a consultation. */
export const readMoney = (row: MoneyRow): { readonly offer: OfferParts; readonly settlement: OfferParts } => ({
  offer: readParts(row.offer_parts),
  settlement: readParts(row.settlement_parts),
});

export const toStoredParts = (parts: OfferParts): StoredParts => ({
  parts: Object.keys(parts).length === 0 ? null : parts,
  amountCents: amountOf(parts) ?? null,
});
