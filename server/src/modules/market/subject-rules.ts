import { toKey } from './name-rules.ts';

/** The lost vehicle as far as it is known, and its location. Names are as typed by somebody or as vPIC spells them. */
export type Subject = {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string | undefined;
  /** Trims that fit the VIN; a single one is a fact, several are candidates. */
  readonly trimCandidates: readonly string[];
  readonly odometer: number | undefined;
  readonly zip: string | undefined;
  readonly state: string | undefined;
};

/** Year, make, model, and the trim when it is known (D-028). */
export function describeSubject({ year, make, model, ...trims }: Subject): string {
  return [year, make, model, knownTrim(trims) ?? '']
    .map((word) => String(word).trim())
    .filter((word) => word !== '')
    .join(' ');
}

/** The submitted trim, or the only one that the VIN allows. */
export function knownTrim({ trim, trimCandidates }: Pick<Subject, 'trim' | 'trimCandidates'>): string | undefined {
  return trim ?? (trimCandidates.length === 1 ? trimCandidates[0] : undefined);
}

/** More than any VIN allows. */
const trimKeysMax = 20;

/** The trims a comparable should have; none when nothing is known. */
export function listTrimKeys({ trim, trimCandidates }: Pick<Subject, 'trim' | 'trimCandidates'>): string[] {
  const wanted = trim === undefined ? trimCandidates : [trim];
  return [...new Set(wanted.slice(0, trimKeysMax).map(toKey))].filter((key) => key !== '');
}
