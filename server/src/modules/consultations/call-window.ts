import tzlookup from '@photostructure/tz-lookup';
import type { CallWindow } from '#lib/calling-hours';
import { stateOfPhone, zonesOfState } from '#lib/us-zones';
import { findZip } from '#modules/market';

/** What a case tells about whom to call. */
export type CallContact = {
  /** Normalised, +1XXXXXXXXXX; undefined when there is none and nobody can be called. */
  readonly phone: string | undefined;
  /** Normalised; whoever asked for silence by it is not called either. */
  readonly email?: string | undefined;
  readonly zip?: string | undefined;
  readonly state?: string | undefined;
};

/** The window of which nothing is known. */
export const unknownWindow = '-';

/**
 * Where an owner may be. A ZIP tells; otherwise their state and that of their telephone's area code count, with every
 * zone they have, and a call must be allowed by all of them.
 */
export function findWindow(contact: CallContact | undefined): CallWindow {
  if (contact === undefined) return { state: undefined, zones: [] };
  const place = contact.zip === undefined ? undefined : findZip(contact.zip);
  if (place !== undefined) return { state: place.state, zones: [tzlookup(place.lat, place.lon)] };
  const known = [contact.state?.toUpperCase(), contact.phone === undefined ? undefined : stateOfPhone(contact.phone)];
  const states = [...new Set(known.filter((state) => state !== undefined && zonesOfState(state).length > 0))].sort();
  const zones = new Set(states.flatMap((state) => zonesOfState(state ?? '')));
  return { state: states.join(',') || undefined, zones: [...zones].sort() };
}

/** Equal windows are one row. */
export const keyOf = ({ state, zones }: CallWindow): string =>
  zones.length === 0 ? unknownWindow : `${state ?? ''}|${zones.join(',')}`;
