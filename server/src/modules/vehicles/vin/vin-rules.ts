// What a VIN tells by itself, without any data (49 CFR 565).
import { lastModelYear } from '../data/vpic-data.ts';

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
