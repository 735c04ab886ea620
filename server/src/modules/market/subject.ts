import { toKey } from './keys.ts';

/** The vehicle that was lost, as far as it is known, and where. Names are as somebody typed them or vPIC spells them. */
export type Subject = {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string | undefined;
  /** Trims that share the VIN; one is a fact, several are a set. */
  readonly trimCandidates: readonly string[];
  readonly odometer: number | undefined;
  readonly zip: string | undefined;
  readonly state: string | undefined;
};

/** Year, make, model, and the trim when it is known (decision 28). */
export function describeSubject({ year, make, model, ...trims }: Subject): string {
  return [year, make, model, knownTrim(trims) ?? '']
    .map((word) => String(word).trim())
    .filter((word) => word !== '')
    .join(' ');
}

/** What was sent, or the only one that the VIN allows. */
export function knownTrim({ trim, trimCandidates }: Pick<Subject, 'trim' | 'trimCandidates'>): string | undefined {
  return trim ?? (trimCandidates.length === 1 ? trimCandidates[0] : undefined);
}

/** More than a VIN ever stands for. */
const trimKeysMax = 20;

/** The trims a comparable should have; none when nothing is known. */
export function listTrimKeys({ trim, trimCandidates }: Pick<Subject, 'trim' | 'trimCandidates'>): string[] {
  const wanted = trim === undefined ? trimCandidates : [trim];
  return [...new Set(wanted.slice(0, trimKeysMax).map(toKey))].filter((key) => key !== '');
}
