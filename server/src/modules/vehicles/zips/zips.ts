import type { CellRow } from './cell-rules.ts';
import { zipTable } from './zip-data.ts';

/** The cells in which a state's listings are. */
export const findStateRows = (state: string): readonly CellRow[] | undefined => zipTable().rows.get(state);

export type ZipLocation = { readonly lat: number; readonly lon: number; readonly state: string };

/** The centroid and state of a ZIP; ZIP+4 is cut. Undefined for anything that is not a ZIP of a state or territory. */
export function findZip(zip: string): ZipLocation | undefined {
  const { zips, lats, lons, states } = zipTable();
  if (!/^\d{5}(-\d{4})?$/.test(zip)) return undefined;
  const index = findIndex(zips, Number(zip.slice(0, 5)));
  const [lat, lon, state] = [lats[index], lons[index], states[index]];
  return lat === undefined || lon === undefined || state === undefined ? undefined : { lat, lon, state };
}

/** -1 when it is not there. */
function findIndex(zips: Uint32Array, zip: number): number {
  let [low, high] = [0, zips.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const middleZip = zips[middle] ?? 0;
    if (middleZip === zip) return middle;
    if (middleZip < zip) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Every ZIP of the given states, to spread synthetic data over the country. */
export function listZips(inStates: ReadonlySet<string>): readonly (ZipLocation & { readonly zip: string })[] {
  const { zips, lats, lons, states } = zipTable();
  return Array.from(zips, (zip, index) => ({
    zip: String(zip).padStart(5, '0'),
    lat: lats[index] ?? 0,
    lon: lons[index] ?? 0,
    state: states[index] ?? '',
  })).filter(({ state }) => inStates.has(state));
}
