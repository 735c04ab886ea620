import { readFileSync } from 'node:fs';

export type ZipPlace = { readonly lat: number; readonly lon: number; readonly state: string };

export type Box = { readonly south: number; readonly north: number; readonly west: number; readonly east: number };

type ZipTable = {
  readonly zips: Uint32Array;
  readonly lats: Float64Array;
  readonly lons: Float64Array;
  readonly states: readonly string[];
  readonly boxes: ReadonlyMap<string, Box>;
};

let table: ZipTable | undefined;

/** Where a ZIP's middle is, and in which state; ZIP+4 is cut. Undefined for what is no ZIP of a state or territory. */
export function findZip(zip: string): ZipPlace | undefined {
  const { zips, lats, lons, states } = (table ??= readTable());
  if (!/^\d{5}(-\d{4})?$/.test(zip)) return undefined;
  const index = placeOf(zips, Number(zip.slice(0, 5)));
  const [lat, lon, state] = [lats[index], lons[index], states[index]];
  return lat === undefined || lon === undefined || state === undefined ? undefined : { lat, lon, state };
}

/** A box around all ZIPs of a state. */
export const findStateBox = (state: string): Box | undefined => (table ??= readTable()).boxes.get(state);

/** Every ZIP of the states and the capital, for whoever spreads things over the country. */
export function listZips(inStates: ReadonlySet<string>): readonly (ZipPlace & { readonly zip: string })[] {
  const { zips, lats, lons, states } = (table ??= readTable());
  return Array.from(zips, (zip, index) => ({
    zip: String(zip).padStart(5, '0'),
    lat: lats[index] ?? 0,
    lon: lons[index] ?? 0,
    state: states[index] ?? '',
  })).filter(({ state }) => inStates.has(state));
}

/** -1 when it is not there. */
function placeOf(zips: Uint32Array, zip: number): number {
  let [low, high] = [0, zips.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = zips[middle] ?? 0;
    if (found === zip) return middle;
    if (found < zip) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** A megabyte of text, sorted by ZIP, as columns of a megabyte: read once, at first use. */
function readTable(): ZipTable {
  const lines = readFileSync(new URL('data/zip-centroids.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '));
  const column = (place: number) => lines.map((line) => Number(line[place]));
  const lats = Float64Array.from(column(2));
  const lons = Float64Array.from(column(3));
  const names = new Map<string, string>();
  // One string per state, not one per line of the file.
  const states = lines.map(([, state = '']) => names.get(state) ?? (names.set(state, state), state));
  return { zips: Uint32Array.from(column(0)), lats, lons, states, boxes: boxesOf(states, lats, lons) };
}

function boxesOf(states: readonly string[], lats: Float64Array, lons: Float64Array): Map<string, Box> {
  const boxes = new Map<string, Box>();
  for (const [index, state] of states.entries()) {
    const [lat, lon] = [lats[index] ?? 0, lons[index] ?? 0];
    const box = boxes.get(state) ?? { south: lat, north: lat, west: lon, east: lon };
    boxes.set(state, {
      south: Math.min(box.south, lat),
      north: Math.max(box.north, lat),
      west: Math.min(box.west, lon),
      east: Math.max(box.east, lon),
    });
  }
  return boxes;
}
