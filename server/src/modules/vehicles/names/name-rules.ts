import { toKey } from '#lib/text/to-key';
import { modelAliases, trimModels, type AliasCondition, type ModelAlias, type Powertrain } from './model-alias-data.ts';
import { trimAliases } from './trim-alias-data.ts';

/** Short names that people and feeds use for a make. */
const makeNames: Readonly<Record<string, string>> = {
  chevy: 'chevrolet',
  mercedes: 'mercedesbenz',
  vw: 'volkswagen',
  ramtrucks: 'ram',
  infinity: 'infiniti',
};

export function toMakeKey(make: string): string {
  const key = toKey(make);
  return makeNames[key] ?? key;
}

type Energy = {
  readonly fuel?: string | undefined;
  readonly secondFuel?: string | undefined;
  readonly displacementL?: number | undefined;
  readonly cylinders?: number | undefined;
};

/** vPIC calls a plug-in hybrid electric too; it has a second fuel, or an engine. */
export function decidePowertrain({ fuel, secondFuel, displacementL, cylinders }: Energy): Powertrain | undefined {
  if (fuel === undefined) return undefined;
  if (fuel !== 'Electric') return 'engine';
  const burns = secondFuel !== undefined || displacementL !== undefined || cylinders !== undefined;
  return burns ? 'plug-in' : 'battery';
}

/** A model of a make, with whatever its VIN tells. */
export type VehicleToName = {
  readonly make: string;
  readonly model: string;
  readonly vin?: string | undefined;
  readonly series?: string | undefined;
  readonly trims?: readonly string[];
  readonly powertrain?: Powertrain | undefined;
};

const modelOf = (make: string, model: string): string => `${toMakeKey(make)} ${toKey(model)}`;
const byModel = (rows: readonly ModelAlias[]) => Map.groupBy(rows, ({ make, model }) => modelOf(make, model));

const proven = byModel(modelAliases.filter(({ when }) => when !== undefined));
const spelled = byModel(modelAliases.filter(({ when }) => when === undefined));
const trims = byModel(trimModels);

/**
 * The name that a VIN proves, whatever the vehicle was called; undefined where it proves none. An electric version is
 * not its petrol namesake: a battery in an "F-150" makes it an F-150 Lightning.
 */
export function proveModel(vehicle: VehicleToName): string | undefined {
  const rows = proven.get(modelOf(vehicle.make, vehicle.model)) ?? [];
  // What drives it counts first, then whatever else the VIN tells.
  return (
    rows.find(({ when }) => when?.powertrain !== undefined && holds(when, vehicle)) ??
    rows.find(({ when }) => when?.powertrain === undefined && holds(when, vehicle))
  )?.name;
}

function holds(when: AliasCondition | undefined, { vin, series, trims: allowed = [], powertrain }: VehicleToName) {
  if (when?.powertrain !== undefined) return when.powertrain === powertrain;
  if (when?.series !== undefined) return series !== undefined && toKey(series) === toKey(when.series);
  if (when?.vin !== undefined) return vin?.startsWith(when.vin) === true;
  return allowed.some((trim) => trim === when?.trim);
}

/** What vPIC calls a vehicle, as people call it. */
export const nameModel = (vehicle: VehicleToName): string =>
  proveModel(vehicle) ?? spelled.get(modelOf(vehicle.make, vehicle.model))?.[0]?.name ?? vehicle.model;

/** The form in which models are compared and searched: all spellings of a model have the same one. */
export function toModelKey(make: string, model: string): string {
  const name = modelOf(make, model);
  return toKey((spelled.get(name) ?? trims.get(name))?.[0]?.name ?? model);
}

const aliasesByTrim = new Map(trimAliases.map(({ make, trim, names }) => [`${toMakeKey(make)} ${toKey(trim)}`, names]));

/** Trims as listings write them. Values that vPIC stores as a trim but that are not, such as a cab, are left out. */
export function nameTrims(make: string, allowed: readonly string[]): string[] {
  const named = allowed.flatMap((trim) => aliasesByTrim.get(`${toMakeKey(make)} ${toKey(trim)}`) ?? [trim]);
  return [...new Map(named.map((trim) => [toKey(trim), trim])).values()];
}

/** The trims that a VIN allows; some of vPIC's models are trims to everybody else. */
export function listTrims({ make, model, trims: allowed = [] }: VehicleToName): string[] {
  return [...(trims.has(modelOf(make, model)) ? [model] : []), ...nameTrims(make, allowed)];
}

/** Whether two words mean the same trim, in the spelling of listings or of vPIC. */
export function isSameTrim(make: string, one: string, other: string): boolean {
  const keysOf = (trim: string): string[] => [trim, ...nameTrims(make, [trim])].map(toKey);
  const others = keysOf(other);
  return keysOf(one).some((key) => others.includes(key));
}

/**
 * The key of the listed trim that a longer wording contains: reports print packages and bodies after a trim, as in
 * "Limited X (2-Luxury Group)", and engines before it. Undefined where none fits, or several do and none begins the wording.
 */
export function findBaseTrim(wording: string, listedKeys: readonly string[]): string | undefined {
  const words = wording
    .split(/[\s(),;|]+/)
    .map(toKey)
    .filter((word) => word !== '');
  const found = words.flatMap((_, from) =>
    words.slice(from).flatMap((_word, index) => {
      const until = from + index + 1;
      const key = words.slice(from, until).join('');
      return listedKeys.includes(key) ? [{ key, from, until }] : [];
    }),
  );
  const [longest, ...others] = found.toSorted(
    (a, b) => Number(b.from === 0) - Number(a.from === 0) || b.until - b.from - (a.until - a.from),
  );
  if (longest === undefined) return undefined;
  const isOnly = others.every(({ from, until }) => from >= longest.from && until <= longest.until);
  return longest.from === 0 || isOnly ? longest.key : undefined;
}

/** vPIC's classes of bodies, as listings write them; unlisted ones stay unchanged. */
const bodyNames: readonly (readonly [begins: string, name: string])[] = [
  ['Sport Utility', 'SUV'],
  ['Crossover', 'SUV'],
  ['Sedan', 'Sedan'],
  ['Coupe', 'Coupe'],
  ['Convertible', 'Convertible'],
  ['Hatchback', 'Hatchback'],
  ['Wagon', 'Wagon'],
  ['Pickup', 'Pickup'],
  ['Minivan', 'Minivan'],
  ['Cargo Van', 'Cargo Van'],
];

export const nameBody = (bodyClass: string): string =>
  bodyNames.find(([begins]) => bodyClass.startsWith(begins))?.[1] ?? bodyClass;

/** "AWD/All-Wheel Drive" is AWD in listings. */
export const nameDrive = (drive: string): string => drive.split('/')[0]?.trim() ?? drive;

/**
 * The fuel, as listings write it: for them a plug-in hybrid is not an electric vehicle. A hybrid, which vPIC lists by
 * its engine with electricity second, is not a gasoline car.
 */
export function nameFuel(energy: Energy): string | undefined {
  if (decidePowertrain(energy) === 'plug-in') return 'Plug-in hybrid';
  return energy.fuel !== 'Electric' && energy.secondFuel === 'Electric' ? 'Hybrid' : energy.fuel;
}
