import { readFileSync } from 'node:fs';

export type Box = { readonly south: number; readonly north: number; readonly west: number; readonly east: number };

type ZipTable = {
  readonly zips: Uint32Array;
  readonly lats: Float64Array;
  readonly lons: Float64Array;
  readonly states: readonly string[];
  readonly boxes: ReadonlyMap<string, Box>;
};

let table: ZipTable | undefined;

/** Every ZIP with its centroid and its state. */
export const zipTable = (): ZipTable => (table ??= readZipTable());

/** A megabyte of text, sorted by ZIP, becomes columns of a megabyte: read once, at first use. */
function readZipTable(): ZipTable {
  const lines = readFileSync(new URL('zip-centroids.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '));
  const column = (index: number) => lines.map((line) => Number(line[index]));
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
