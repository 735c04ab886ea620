import { toKey, toMakeKey, toModelKey } from '../name-rules.ts';
import type { Listing } from './read-listing.ts';

/** A line of COPY's text format. */
export function toCopyLine(listing: Listing): string {
  const { source, sourceId, vin, year, make, model, trim, price, miles, branded, state, lat, lon, dealer, url } =
    listing;
  const kind = `${listing.fuel ?? ''}\t${listing.body ?? ''}\t${listing.drive ?? ''}`;
  const names = `${year}\t${typed(make)}\t${typed(model)}\t${typed(trim)}`;
  const keys = `${toMakeKey(make)}\t${toModelKey(make, model)}\t${trim === undefined ? '' : toKey(trim)}`;
  const location = `${state ?? absent}\t${lat}\t${lon}\t${typed(dealer)}`;
  const seen = `${listing.firstSeenAt.toISOString()}\t${listing.lastSeenAt.toISOString()}`;
  return `${typed(source)}\t${typed(sourceId)}\t${vin ?? absent}\t${names}\t${keys}\t${price}\t${miles ?? absent}\t${branded}\t${location}\t${seen}\t${typed(url)}\t${kind}\n`;
}

const absent = '\\N';

/** Control characters were refused before; the backslash is the only character left that COPY interprets. */
const typed = (text: string | undefined): string => (text === undefined ? absent : text.replaceAll('\\', '\\\\'));
