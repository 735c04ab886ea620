// One value for a field, out of everything that labels and layouts offer.
import type { Candidate } from './find-values.ts';
import type { Segment } from './layout-rules.ts';
import { isSameName } from './vehicle-name-rules.ts';

/** Below this confidence a recognised word is a guess. */
export const sureEnough = 75;

/** One value, chosen from all candidates for a field. */
export type Chosen<T> = {
  readonly value: T;
  readonly high: boolean;
  /** Whether all candidates have the same value. */
  readonly agreed: boolean;
  readonly at: Segment;
  /** The label's find, where a label decided. */
  readonly from?: Candidate<unknown>;
};

/**
 * The best label decides. Two values under labels of one rank mean two vehicles or a misreading, which staff must
 * check.
 */
export function chooseValue<T>(candidates: readonly Candidate<T>[], ocr: boolean): Chosen<T> | undefined {
  const [first] = candidates;
  if (first === undefined) return undefined;
  const equals = candidates.filter(({ rank }) => rank === first.rank);
  const agreed = equals.every(({ value }) => sameValue(value, first.value));
  const surest = Math.max(...equals.map(({ at }) => at.sure));
  return {
    value: first.value,
    at: first.at,
    from: first,
    agreed,
    high: !first.weak && agreed && (!ocr || surest >= sureEnough),
  };
}

const sameValue = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? isSameName(one, other)
    : JSON.stringify(one) === JSON.stringify(other);

/** A part of what was chosen. */
export function part<T, U>(chosen: Chosen<T> | undefined, pick: (value: T) => U): Chosen<U> | undefined {
  return chosen === undefined ? undefined : { ...chosen, value: pick(chosen.value) };
}
