import { type CallWindow, joinWindows, windowOfPhone } from '#lib/calling/calling-hours';
import { zonesOfState } from '#lib/calling/us-zones';
import { findZip } from '#modules/vehicles';
import tzlookup from '@photostructure/tz-lookup';
import type { CallContact } from '../facts.ts';

/** The window of a customer whose location is unknown. */
export const unknownWindow = '-';

const nowhere: CallWindow = { state: undefined, zones: [] };

/**
 * Where a customer may be: every place that the ZIP, the state or the area code indicates. A loss in Los Angeles does
 * not mean that a New York number is answered there, so a call must be allowed in all of them.
 */
export function computeWindow(contact: CallContact | undefined): CallWindow {
  if (contact === undefined) return nowhere;
  const { zip, phone } = contact;
  const location = zip === undefined ? undefined : findZip(zip);
  const state = contact.state?.toUpperCase() ?? '';
  return joinWindows([
    location === undefined ? nowhere : { state: location.state, zones: [tzlookup(location.lat, location.lon)] },
    { state, zones: zonesOfState(state) },
    phone === undefined ? nowhere : windowOfPhone(phone),
  ]);
}

/** Equal windows share one row. */
export const computeWindowKey = ({ state, zones }: CallWindow): string =>
  zones.length === 0 ? unknownWindow : `${state ?? ''}|${zones.join(',')}`;
