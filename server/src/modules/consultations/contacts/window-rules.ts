import type { CallWindow } from '#lib/calling/calling-hours';
import { stateOfPhone, zonesOfState } from '#lib/calling/us-zones';
import { findZip } from '#modules/market';
import tzlookup from '@photostructure/tz-lookup';
import type { CallContact } from '../facts.ts';

/** The window of a customer whose location is unknown. */
export const unknownWindow = '-';

/**
 * Where a customer may be. A ZIP is decisive; otherwise the customer's state and that of the area code count with all
 * their time zones, and a call must be allowed in every one.
 */
export function computeWindow(contact: CallContact | undefined): CallWindow {
  if (contact === undefined) return { state: undefined, zones: [] };
  const location = contact.zip === undefined ? undefined : findZip(contact.zip);
  if (location !== undefined) return { state: location.state, zones: [tzlookup(location.lat, location.lon)] };
  const known = [contact.state?.toUpperCase(), contact.phone === undefined ? undefined : stateOfPhone(contact.phone)];
  const states = [...new Set(known.filter((state) => state !== undefined && zonesOfState(state).length > 0))].sort();
  const zones = new Set(states.flatMap((state) => zonesOfState(state ?? '')));
  return { state: states.join(',') || undefined, zones: [...zones].sort() };
}

/** Equal windows share one row. */
export const computeWindowKey = ({ state, zones }: CallWindow): string =>
  zones.length === 0 ? unknownWindow : `${state ?? ''}|${zones.join(',')}`;
