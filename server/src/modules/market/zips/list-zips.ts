import { zipTable } from './zip-data.ts';
import type { ZipLocation } from './find-zip.ts';

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
