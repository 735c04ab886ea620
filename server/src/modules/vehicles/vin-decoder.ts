import {
  computeConfidence,
  decideFindings,
  readSchemas,
  type Confidence,
  type Engine,
  type Findings,
} from './rules.ts';
import { openVehicleData, type VehicleData } from './store.ts';
import {
  computeCheckDigit,
  descriptorOf,
  fullVin,
  listMakerCodes,
  listModelYears,
  readVin,
  type CheckDigit,
} from './vin-anatomy.ts';
import { vpicDate } from './vpic-package.ts';

export type DecodedVin = {
  /** As it was read: upper case, without separators. */
  readonly vin: string;
  /** All seventeen characters; a part of a VIN identifies a kind of vehicle, never one vehicle. */
  readonly complete: boolean;
  readonly year: number | undefined;
  readonly make: string | undefined;
  readonly model: string | undefined;
  readonly series: string | undefined;
  /** Every trim that shares these characters; a fact only when there is one. */
  readonly trims: readonly string[];
  readonly bodyClass: string | undefined;
  readonly engine: Engine;
  readonly checkDigit: CheckDigit;
  readonly confidence: Confidence;
  readonly dataVersion: string;
};

export type VinDecoder = {
  /** Takes what anybody typed; undefined when it is no VIN or nobody known built it. */
  decode(vin: string): DecodedVin | undefined;
  close(): void;
};

/** The vehicles of some days; measured, all of them together hold less than two megabytes. */
const rememberedVins = 5000;

export const vinDataVersion = `vpic ${vpicDate}`;

/** Opens prepared data; a VehicleDataError that says what to do if there is none. */
export function openVinDecoder(dir: string): VinDecoder {
  const data = openVehicleData(dir);
  // A Map keeps the order of insertion: the first key is the one that was not asked for the longest.
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
 * Neither async nor in a thread of its own: `npm run bench -- vin` holds it to a small part of what a turn of the loop
 * may take, and a thread would cost a copy each way.
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
    if (findings !== undefined) candidates.push({ year, findings });
    // Where the seventh character rules, the likelier year is the right one if it makes sense at all.
    if (ruled && findings !== undefined) break;
  }
  // Elsewhere it is the year under which more of the VIN makes sense.
  const [chosen, other] = candidates.toSorted((a, b) => b.findings.weight - a.findings.weight);
  if (chosen === undefined) return maker?.make ? nameMake(vin, maker.make, years) : undefined;
  const { certain, weight: _, ...findings } = chosen.findings;
  const common = { vin, complete: vin.length === fullVin, checkDigit: computeCheckDigit(vin) };
  return {
    ...common,
    year: chosen.year,
    ...findings,
    confidence: computeConfidence({ ...common, certainModel: certain, certainYear: other === undefined }),
    dataVersion: vinDataVersion,
  };
}

type Candidate = { readonly year: number; readonly findings: Findings };

function findModel(data: VehicleData, vin: string, year: number): Findings | undefined {
  const descriptor = descriptorOf(vin);
  for (const code of listMakerCodes(vin)) {
    const findings = decideFindings(readSchemas(data.listPatterns(code, year, descriptor), descriptor));
    if (findings !== undefined) return findings;
  }
  return undefined;
}

/** The maker is known and the model is not: better than nothing for a person who reads it, too little to search by. */
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
    engine: { displacementL: undefined, cylinders: undefined, fuel: undefined },
    checkDigit: computeCheckDigit(vin),
    confidence: 'low',
    dataVersion: vinDataVersion,
  };
}
