import { readFileSync } from 'node:fs';
import { joinBoxes, listRows, type Box, type CellRow } from './cell-rules.ts';

type ZipTable = {
  readonly zips: Uint32Array;
  readonly lats: Float64Array;
  readonly lons: Float64Array;
  readonly states: readonly string[];
  /** The cells of each state's ZIPs, and those around them. */
  readonly rows: ReadonlyMap<string, readonly CellRow[]>;
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
  return { zips: Uint32Array.from(column(0)), lats, lons, states, rows: rowsOf(states, lats, lons) };
}

function rowsOf(states: readonly string[], lats: Float64Array, lons: Float64Array): Map<string, CellRow[]> {
  const boxes = new Map<string, Map<number, Box>>();
  for (const [index, state] of states.entries()) {
    const [lat, lon] = [lats[index] ?? 0, lons[index] ?? 0];
    const ofState = boxes.get(state) ?? new Map<number, Box>();
    boxes.set(state, ofState);
    // A listing has its own coordinates, which may be slightly off those of any ZIP: hence a degree more to every side.
    for (const row of [-1, 0, 1]) {
      const south = Math.floor(lat) + row;
      const box = { south, north: south, west: lon - 1, east: lon + 1 };
      const known = ofState.get(south);
      ofState.set(south, known === undefined ? box : joinBoxes(known, box));
    }
  }
  return new Map(Array.from(boxes, ([state, ofState]) => [state, [...ofState.values()].flatMap(listRows)]));
}
