import { elements } from '../data/element-data.ts';
import type { Fact, PatternRow } from '../data/vehicle-data-store.ts';
import { lastModelYear } from '../data/vpic-data.ts';

/** An exact character outweighs one of a group, and either outweighs a wildcard. */
const exactWeight = 4;
const groupWeight = 3;

/**
 * How closely a key of vPIC fits, or undefined if it does not. In a key * is any character, # any digit, and [A-C5] one
 * of a group; after the key's end anything may follow. A partial VIN is unknown beyond its end.
 */
export function computeFit(keys: string, descriptor: string): number | undefined {
  let fit = 0;
  let at = 0;
  for (let index = 0; index < keys.length; index += 1, at += 1) {
    const wanted = keys.charAt(index);
    if (wanted === '*') continue;
    const char = descriptor.charAt(at);
    if (char === '') return undefined;
    if (wanted === '[') {
      const end = keys.indexOf(']', index);
      if (end < 0 || !inGroup(keys.slice(index + 1, end), char)) return undefined;
      index = end;
      fit += groupWeight;
    } else if (wanted === '#') {
      if (char < '0' || char > '9') return undefined;
      fit += groupWeight;
    } else {
      if (wanted !== char) return undefined;
      fit += wanted === '|' ? 0 : exactWeight;
    }
  }
  return fit;
}

function inGroup(group: string, char: string): boolean {
  for (let index = 0; index < group.length; index += 1) {
    const from = group.charAt(index);
    if (group.charAt(index + 1) === '-' && index + 2 < group.length) {
      if (char >= from && char <= group.charAt(index + 2)) return true;
      index += 2;
    } else if (from === char) {
      return true;
    }
  }
  return false;
}

/** The values of one element whose keys fit best, in the order of the data. */
type Best = { readonly fit: number; readonly facts: readonly Fact[] };

/** What one schema, a maker's own table of what its characters mean, says about a VIN. */
type SchemaReading = ReadonlyMap<number, Best>;

/** One reading per schema that has any fact. */
export function readSchemas(rows: readonly PatternRow[], descriptor: string): SchemaReading[] {
  const readings = new Map<number, Map<number, Best>>();
  for (const { schema, keys, facts } of rows) {
    const fit = computeFit(keys, descriptor);
    if (fit === undefined) continue;
    const reading = readings.get(schema) ?? new Map<number, Best>();
    readings.set(schema, reading);
    for (const fact of JSON.parse(facts) as Fact[]) {
      const best = reading.get(fact[0]);
      if (best === undefined || fit > best.fit) reading.set(fact[0], { fit, facts: [fact] });
      else if (fit === best.fit) reading.set(fact[0], { fit, facts: [...best.facts, fact] });
    }
  }
  return [...readings.values()];
}

export type DecodedModel = {
  readonly make: string;
  readonly model: string;
  readonly series: string | undefined;
  readonly trims: readonly string[];
  readonly bodyClass: string | undefined;
  readonly engine: Engine;
  /** Drive, cab and transmission are in the data for a handful of vehicles only. */
  readonly drive: string | undefined;
  readonly cab: string | undefined;
  readonly transmission: string | undefined;
  /** How much of the VIN it explains: the number of the schema's elements that fit. */
  readonly weight: number;
  /** False when another schema, or the same one, names another model just as well. */
  readonly certain: boolean;
};

export type Engine = {
  readonly model: string | undefined;
  readonly displacementL: number | undefined;
  readonly cylinders: number | undefined;
  readonly fuel: string | undefined;
  /** The other one of a vehicle that runs on two. */
  readonly secondFuel: string | undefined;
};

/**
 * The model of the schema that explains most of the VIN. Several schemas of a maker can name a model, and one that
 * fits by accident explains few other characters. Schemas without a model fill in missing values.
 */
export function decideModel(readings: readonly SchemaReading[]): DecodedModel | undefined {
  const [chosen, second] = readings
    .filter((reading) => reading.has(elements.model))
    .sort((a, b) => b.size - a.size || fitOf(b) - fitOf(a));
  const fact = chosen?.get(elements.model)?.facts[0];
  if (chosen === undefined || typeof fact?.[1] !== 'string' || typeof fact[2] !== 'string') return undefined;
  const [, model, make] = fact;
  const sources = [chosen, ...readings.filter((reading) => !reading.has(elements.model))];
  const first = (element: number) => listValues(sources, element)[0];
  const rivals = [
    ...listValues([chosen], elements.model),
    ...(second && second.size === chosen.size ? listValues([second], elements.model) : []),
  ];
  return {
    make,
    model,
    series: first(elements.series),
    trims: [...new Set(listValues(sources, elements.trim).flatMap(splitTrim))].slice(0, trimsMax),
    bodyClass: first(elements.bodyClass),
    engine: {
      model: first(elements.engineModel),
      displacementL: positive(first(elements.displacementL)),
      cylinders: positive(first(elements.cylinders)),
      fuel: first(elements.fuel),
      secondFuel: first(elements.secondFuel),
    },
    drive: first(elements.drive),
    cab: first(elements.cab),
    transmission: first(elements.transmission),
    weight: chosen.size,
    certain: rivals.every((rival) => rival === model),
  };
}

/** The longest lists of the data have seven; more would be an error in it. */
const trimsMax = 20;

const fitOf = (reading: SchemaReading): number => reading.get(elements.model)?.fit ?? 0;

/** All best values of an element from the first source that has any. */
function listValues(sources: readonly SchemaReading[], element: number): string[] {
  for (const source of sources) {
    const values = (source.get(element)?.facts ?? []).flatMap(([, value]) => (value ? [value] : []));
    if (values.length > 0) return values;
  }
  return [];
}

/** vPIC lists the trims that share a VIN, as in "L/LE/SE"; R/T is one trim, and w/ means with. */
export function splitTrim(text: string): string[] {
  return text
    .replaceAll(/\bR\/T\b|\bw\//g, (whole) => whole.replace('/', '\0'))
    .split(/\/|, /)
    .map((trim) => trim.replace('\0', '/').trim())
    .filter((trim) => trim !== '');
}

function positive(text: string | undefined): number | undefined {
  const number = Number(text);
  return number > 0 && Number.isFinite(number) ? number : undefined;
}

export type Confidence = 'high' | 'medium' | 'low';

type Doubts = {
  readonly complete: boolean;
  readonly checkDigit: CheckDigit;
  readonly certainModel: boolean;
  readonly certainYear: boolean;
};

/** Each doubt costs a step: a partial VIN, a wrong check digit, an ambiguous model or year. */
export function computeConfidence({ complete, checkDigit, certainModel, certainYear }: Doubts): Confidence {
  const doubts = [!complete, checkDigit === 'wrong', !certainModel, !certainYear].filter(Boolean).length;
  return (['high', 'medium'] as const)[doubts] ?? 'low';
}

// What a VIN tells by itself, without any data (49 CFR 565).

/** Positions 1 to 11 identify maker, kind, year and plant; the rest is mostly a serial number. */
const shortestVin = 11;
export const fullVin = 17;

/** VINs do not use I, O and Q, which look like digits. */
const vinAlphabet = /^[A-HJ-NPR-Z0-9]*$/;

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const letters = 'ABCDEFGH.JKLMN.P.R.STUVWXYZ';
const letterValues = '12345678.12345.7.9.23456789';

/**
 * Upper case, without the spaces and hyphens people put between groups; undefined if it cannot be the start of a VIN.
 */
export function readVin(text: unknown): string | undefined {
  // Longer than a VIN with a separator after each character is something else; it is not even scanned.
  if (typeof text !== 'string' || text.length > 2 * fullVin) return undefined;
  const vin = text.replace(/[\s-]/g, '').toUpperCase();
  return vin.length >= shortestVin && vin.length <= fullVin && vinAlphabet.test(vin) ? vin : undefined;
}

export type CheckDigit = 'right' | 'wrong' | 'unknown';

/** Position 9 against the other sixteen; unknown while one of them is missing. */
export function computeCheckDigit(vin: string): CheckDigit {
  if (vin.length !== fullVin) return 'unknown';
  const sum = weights.reduce((total, weight, index) => total + weight * valueOf(vin.charAt(index)), 0);
  const expected = sum % 11 === 10 ? 'X' : String(sum % 11);
  return vin.charAt(8) === expected ? 'right' : 'wrong';
}

const valueOf = (char: string): number => Number(/\d/.test(char) ? char : letterValues[letters.indexOf(char)]);

/**
 * The years its tenth character can mean, the likelier one first. The code repeats every 30 years; the seventh
 * character of cars and light trucks is a letter from 2010 on and a digit before, other vehicles follow no rule.
 */
export function listModelYears(vin: string): number[] {
  const code = yearCodes.indexOf(vin.charAt(9));
  if (code < 0) return [];
  const years = /[A-Z]/.test(vin.charAt(6)) ? [2010 + code, 1980 + code] : [1980 + code, 2010 + code];
  return years.filter((year) => year <= lastModelYear);
}

/**
 * The maker's codes. A 9 in third place means fewer than a thousand vehicles a year; three more characters then
 * identify the maker.
 */
export function listMakerCodes(vin: string): string[] {
  const code = vin.slice(0, 3);
  return code.endsWith('9') && vin.length >= 14 ? [code + vin.slice(11, 14), code] : [code];
}

/** The characters that vPIC's keys are compared with: positions 4 to 8, then from 10 on. */
export const descriptorOf = (vin: string): string => `${vin.slice(3, 8)}|${vin.slice(9)}`;
