import type { Ctx } from '#context';
import { toMakeKey } from '../names/name-rules.ts';
import { findVinDecoder } from './find-vin-decoder.ts';
import { computeCheckDigit, listModelYears } from './vin-rules.ts';

/** What is odd about a vehicle that somebody stated; it is no reason to refuse it. */
export type VehicleWarning = 'vin_check_digit' | 'vin_year' | 'vin_make';

/** Kinds of vehicles that are looked up for one file; a lender's book has some thousands. Makes of others are not compared. */
const kindsMax = 20_000;

/** Compares the VIN of each vehicle with itself, with the year and with the make; without vehicle data, not with the make. */
export async function createVehicleCheck(
  ctx: Ctx,
): Promise<(stated: Readonly<Record<string, unknown>>) => VehicleWarning[]> {
  const decoder = await findVinDecoder(ctx);
  const makes = new Map<string, string | undefined>();
  const findMake = (vin: string): string | undefined => {
    // Maker, kind of vehicle, and the maker's second code where it has one; the rest is year, plant and serial number.
    const kind = vin.slice(0, 8) + (vin[2] === '9' ? vin.slice(11, 14) : '');
    if (makes.has(kind) || makes.size >= kindsMax) return makes.get(kind);
    const make = decoder?.decode(vin)?.make;
    makes.set(kind, make === undefined ? undefined : toMakeKey(make));
    return makes.get(kind);
  };
  return ({ vin, year, make }) => {
    if (typeof vin !== 'string' || !/^[A-HJ-NPR-Z0-9]{17}$/i.test(vin)) return [];
    const upper = vin.toUpperCase();
    const warnings: VehicleWarning[] = [];
    if (computeCheckDigit(upper) === 'wrong') warnings.push('vin_check_digit');
    const years = listModelYears(upper);
    if (typeof year === 'number' && years.length > 0 && !years.includes(year)) warnings.push('vin_year');
    const decoded = typeof make === 'string' ? findMake(upper) : undefined;
    if (decoded !== undefined && typeof make === 'string' && toMakeKey(make) !== decoded) warnings.push('vin_make');
    return warnings;
  };
}
