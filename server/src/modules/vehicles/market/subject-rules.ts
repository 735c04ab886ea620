import { toKey } from '#lib/text/to-key';
import { toMakeKey } from '../names/name-rules.ts';

/** Whether both may be the same make; an unknown one, or one without Latin letters, contradicts nothing. */
export function isSameMake(one = '', other = ''): boolean {
  const [first, second] = [toMakeKey(one), toMakeKey(other)];
  return first === '' || second === '' || first === second;
}

/** Whether both may be the same model, as "Silverado" and "Silverado 1500" may. An unknown one contradicts nothing. */
export function mayBeSameModel(one = '', other = ''): boolean {
  const [first, second] = [toKey(one), toKey(other)];
  return first.startsWith(second) || second.startsWith(first);
}

/** The lost vehicle as far as it is known, and its location. Names are as typed or as vPIC spells them. */
export type Subject = {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  /** A fact: somebody stated it. */
  readonly trim: string | undefined;
  /** Trims that fit the VIN; never a fact, not even a single one. */
  readonly trimCandidates: readonly string[];
  readonly odometer: number | undefined;
  readonly zip: string | undefined;
  readonly state: string | undefined;
  /** In any words; kind-rules.ts knows them. */
  readonly fuel?: string | undefined;
  readonly body?: string | undefined;
  readonly drive?: string | undefined;
  /** Salvage, rebuilt and the like; clean by default. */
  readonly titleBranded?: boolean | undefined;
  /** YYYY-MM-DD; the market around this day is read where it is still known. */
  readonly dateOfLoss?: string | undefined;
};

/** Year, make, model, and the trim when it is known (D-028). */
export function describeSubject({ year, make, model, trim = '' }: Subject): string {
  return [year, make, model, trim]
    .map((word) => String(word).trim())
    .filter((word) => word !== '')
    .join(' ');
}

/** The trim that a comparable should have; empty when it is not known. */
export const toTrimKey = ({ trim }: Pick<Subject, 'trim'>): string => (trim === undefined ? '' : toKey(trim));
