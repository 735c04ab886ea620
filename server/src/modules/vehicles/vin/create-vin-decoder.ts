import { loadVehicleData, type VehicleData } from '../data/vehicle-data-store.ts';
import { vpicDate } from '../data/vpic-data.ts';
import {
  computeCheckDigit,
  computeConfidence,
  decideModel,
  descriptorOf,
  fullVin,
  listMakerCodes,
  listModelYears,
  readSchemas,
  readVin,
  type CheckDigit,
  type Confidence,
  type DecodedModel,
  type Engine,
} from './rules.ts';

export type DecodedVin = {
  /** As it was read: upper case, without separators. */
  readonly vin: string;
  /** All seventeen characters; a part of a VIN identifies a kind of vehicle, never one vehicle. */
  readonly complete: boolean;
  readonly year: number | undefined;
  readonly make: string | undefined;
  readonly model: string | undefined;
  readonly series: string | undefined;
  /** Every trim that fits these characters, in vPIC's words. They are candidates, even a single one. */
  readonly trims: readonly string[];
  readonly bodyClass: string | undefined;
  readonly engine: Engine;
  readonly drive: string | undefined;
  readonly cab: string | undefined;
  readonly transmission: string | undefined;
  readonly checkDigit: CheckDigit;
  readonly confidence: Confidence;
  readonly dataVersion: string;
};

export type VinDecoder = {
  /** Accepts any text; undefined when it is not a VIN or its maker is unknown. */
  decode(vin: string): DecodedVin | undefined;
  close(): void;
};

/** The vehicles of some days; measured, all of them together take less than two megabytes. */
const rememberedVins = 5000;

const vinDataVersion = `vpic ${vpicDate}`;

/** Loads prepared data; throws a VehicleDataError with instructions if there is none. */
export function createVinDecoder(dir: string): VinDecoder {
  const data = loadVehicleData(dir);
  // A Map keeps insertion order: the first key is the least recently used.
  const remembered = new Map<string, DecodedVin | undefined>();
  return {
    decode(text) {
      const vin = readVin(text);
      if (vin === undefined) return undefined;
      const known = remembered.has(vin);
      const decoded = known ? remembered.get(vin) : lookUp(data, vin);
      remembered.delete(vin);
      remembered.set(vin, decoded);
      if (remembered.size > rememberedVins) remembered.delete(remembered.keys().next().value ?? '');
      return decoded;
    },
    close: () => data.close(),
  };
}

/**
 * Synchronous on purpose: it takes a small part of an event loop turn, and a thread would copy its data both ways.
 */
function lookUp(data: VehicleData, vin: string): DecodedVin | undefined {
  const years = listModelYears(vin);
  const maker = listMakerCodes(vin)
    .map((code) => data.findMaker(code))
    .find((known) => known !== undefined);
  const ruled = maker?.light === true;
  const candidates: Candidate[] = [];
  for (const year of years) {
    const findings = findModel(data, vin, year);
    if (findings !== undefined) candidates.push({ year, model: findings });
    // Where the seventh character decides, the likelier year is right if it decodes at all.
    if (ruled && findings !== undefined) break;
  }
  // Otherwise the year under which more of the VIN decodes.
  const [chosen, other] = candidates.toSorted((a, b) => b.model.weight - a.model.weight);
  if (chosen === undefined) return maker?.make ? nameMake(vin, maker.make, years) : undefined;
  const { certain, weight: _, ...findings } = chosen.model;
  const common = { vin, complete: vin.length === fullVin, checkDigit: computeCheckDigit(vin) };
  return {
    ...common,
    year: chosen.year,
    ...findings,
    confidence: computeConfidence({ ...common, certainModel: certain, certainYear: other === undefined }),
    dataVersion: vinDataVersion,
  };
}

type Candidate = { readonly year: number; readonly model: DecodedModel };

function findModel(data: VehicleData, vin: string, year: number): DecodedModel | undefined {
  const descriptor = descriptorOf(vin);
  for (const code of listMakerCodes(vin)) {
    const findings = decideModel(readSchemas(data.listPatterns(code, year, descriptor), descriptor));
    if (findings !== undefined) return findings;
  }
  return undefined;
}

/** The maker is known and the model is not: useful for a person who reads it, too little to search by. */
function nameMake(vin: string, make: string, years: readonly number[]): DecodedVin {
  return {
    vin,
    complete: vin.length === fullVin,
    year: years.length === 1 ? years[0] : undefined,
    make,
    model: undefined,
    series: undefined,
    trims: [],
    bodyClass: undefined,
    engine: {
      model: undefined,
      displacementL: undefined,
      cylinders: undefined,
      fuel: undefined,
      secondFuel: undefined,
    },
    drive: undefined,
    cab: undefined,
    transmission: undefined,
    checkDigit: computeCheckDigit(vin),
    confidence: 'low',
    dataVersion: vinDataVersion,
  };
}
