// The map in cells of one degree. Their numbers run from west to east and then from south to north, so that a row of cells, or
// a part of one, is a range of the search index.

/** A part of the map between two latitudes and two longitudes, in degrees. */
export type Box = { readonly south: number; readonly north: number; readonly west: number; readonly east: number };

/** Adjacent cells, by the numbers of the first and the last. */
export type CellRow = { readonly first: number; readonly last: number };

/** The number of a listing's cell, word for word as the search indexes have it. */
export const cellText = '(floor(lat)::integer * 1000 + floor(lon)::integer)';

const perRow = 1000;

/** Listings have their coordinates in single precision. */
const wholeDegrees = (degrees: number): number => Math.floor(Math.fround(degrees));

export const toCell = ({ lat, lon }: { readonly lat: number; readonly lon: number }): number =>
  wholeDegrees(lat) * perRow + wholeDegrees(lon);

/** The cells that a box touches. */
export function listRows({ south, north, west, east }: Box): CellRow[] {
  const row = { first: toCell({ lat: south, lon: west }), last: toCell({ lat: south, lon: east }) };
  const count = wholeDegrees(north) - wholeDegrees(south) + 1;
  return Array.from({ length: count }, (_, index) => ({
    first: row.first + index * perRow,
    last: row.last + index * perRow,
  }));
}

/** The smallest box around both. */
export const joinBoxes = (one: Box, other: Box): Box => ({
  south: Math.min(one.south, other.south),
  north: Math.max(one.north, other.north),
  west: Math.min(one.west, other.west),
  east: Math.max(one.east, other.east),
});
