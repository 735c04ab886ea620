import type { Draft, Evidence } from '../contents/family-schemas.ts';
import { lowered, loweredOrNothing, present } from '../contents/rules.ts';
import type { IdentityName, ReportComparable, ReportIdentity, SumLine } from '../schemas.ts';

// Identities of the comparable vehicles and of their figures that are printed twice.

/** Mitchell's base is the plain mean of the adjusted values; CCC weights them and does not print the weights. */
export function baseIsMean(draft: Draft, { family, table }: Evidence): Identity {
  const base = draft.sum.find(({ name }) => name === 'base')?.cents.value;
  const adjusted = draft.comparables.flatMap((one) => (one.adjusted === undefined ? [] : [one.adjusted.value]));
  const whole = adjusted.length > 0 && adjusted.length === Math.max(draft.comparables.length, table.length);
  const mean = adjusted.reduce((one, other) => one + other, 0) / adjusted.length;
  return {
    name: 'base_is_mean',
    outcome: outcomeOf(family !== 'mitchell' || base === undefined || !whole ? undefined : base - mean, 1),
    lower: (one) =>
      lowerComparables(
        lowerLines(one, ({ name }) => name === 'base'),
        ({ adjusted: value }) => present({ adjusted: loweredOrNothing(value) }),
      ),
  };
}

export function baseRepeats(draft: Draft, { tableBase }: Evidence): Identity {
  const base = draft.sum.find(({ name }) => name === 'base')?.cents.value;
  return {
    name: 'base_repeats',
    outcome: outcomeOf(base === undefined || tableBase === undefined ? undefined : base - tableBase, 1),
    lower: (one) => lowerLines(one, ({ name }) => name === 'base'),
  };
}

/** How far a vehicle's price and adjustments are from its adjusted value, or its adjustments from their total. */
function gapOf({ price, adjustments, adjustments_total, adjusted }: ReportComparable): number | undefined {
  const sum = adjustments.reduce((all, { cents }) => all + (cents?.value ?? 0), 0);
  if (price === undefined || adjusted === undefined || adjustments.length === 0) return undefined;
  const ofTotal = adjustments_total === undefined ? 0 : Math.abs(sum - adjustments_total.value);
  return Math.max(ofTotal, Math.abs(price.value + sum - adjusted.value));
}

export function comparablesAddUp(draft: Draft, { family }: Evidence): Identity {
  const tolerance = family === 'mitchell' ? 1 : 100;
  const gaps = draft.comparables.flatMap((one) => gapOf(one) ?? []);
  return {
    name: 'comparables_add_up',
    outcome: outcomeOf(gaps.length === 0 ? undefined : Math.max(...gaps), tolerance),
    lower: (one) =>
      lowerComparables(one, (comparable) => {
        if ((gapOf(comparable) ?? 0) <= tolerance) return undefined;
        return present({
          price: loweredOrNothing(comparable.price),
          list_price: loweredOrNothing(comparable.list_price),
          adjustments: comparable.adjustments.map((adjustment) =>
            present({ ...adjustment, cents: loweredOrNothing(adjustment.cents) }),
          ),
          adjustments_total: loweredOrNothing(comparable.adjustments_total),
          adjusted: loweredOrNothing(comparable.adjusted),
        });
      }),
  };
}

/** In a scan a price is certain only if it adds up with its adjustments. */
export const lowerUnproven = (draft: Draft): Draft =>
  lowerComparables(draft, (comparable) =>
    gapOf(comparable) === undefined
      ? present({
          price: loweredOrNothing(comparable.price),
          list_price: loweredOrNothing(comparable.list_price),
          adjusted: loweredOrNothing(comparable.adjusted),
        })
      : undefined,
  );

type Repeat = { readonly of: 'price' | 'odometer' | 'distance_miles' | 'adjusted'; readonly number: number };

/** Where table and block differ; an odometer is also printed with its adjustment. */
function listContradictions(draft: Draft, { table }: Evidence): Repeat[] {
  return draft.comparables.flatMap((one): Repeat[] => {
    const row = table.find(({ number }) => number === one.number);
    const theirs = one.adjustments.find(({ name }) => name === 'Mileage')?.theirs;
    const pairs: [Repeat['of'], number | undefined, number | undefined][] = [
      ['price', row?.price, one.price?.value],
      ['odometer', theirs === undefined ? undefined : Number(theirs.replaceAll(',', '')), one.odometer?.value],
      ['distance_miles', row?.distance, one.distance_miles?.value],
      ['adjusted', row?.adjusted, one.adjusted?.value],
    ];
    return pairs.flatMap(([of, first, second]) =>
      first === undefined || second === undefined || first === second ? [] : [{ of, number: one.number }],
    );
  });
}

export function comparablesRepeat(draft: Draft, evidence: Evidence): Identity {
  const wrong = listContradictions(draft, evidence);
  // A vehicle that is printed only once belongs to a row that was not read.
  const missing = evidence.table.length !== draft.comparables.length;
  const unknown = evidence.table.length === 0 || draft.comparables.length === 0;
  return {
    name: 'comparables_repeat',
    outcome: unknown ? 'unknown' : wrong.length > 0 || missing ? 'failed' : 'passed',
    lower: (one) =>
      lowerComparables(one, (comparable) => {
        const told = <T extends { confidence: 'high' | 'low' }>(of: Repeat['of'], value: T | undefined) =>
          wrong.some((one) => one.number === comparable.number && one.of === of) ? loweredOrNothing(value) : value;
        return present({
          price: told('price', comparable.price),
          odometer: told('odometer', comparable.odometer),
          distance_miles: told('distance_miles', comparable.distance_miles),
          adjusted: told('adjusted', comparable.adjusted),
        });
      }),
  };
}

/** The loss vehicle's odometer is printed next to the comparables' too. */
export function ownOdometerRepeats(_draft: Draft, { ownOdometer, ownOdometers }: Evidence): Identity {
  const differs = ownOdometers.some((miles) => miles !== ownOdometer);
  return {
    name: 'own_odometer_repeats',
    outcome: ownOdometer === undefined || ownOdometers.length === 0 ? 'unknown' : differs ? 'failed' : 'passed',
    // The field itself is made uncertain where it is chosen.
    lower: (one) => one,
  };
}

// An identity of printed figures: whether it holds, and which figures become uncertain when it does not.

export type Identity = {
  readonly name: IdentityName;
  readonly outcome: ReportIdentity['outcome'];
  lower(draft: Draft): Draft;
};

/** Without its figures an identity is unknown, not passed. */
export function outcomeOf(difference: number | undefined, tolerance: number): ReportIdentity['outcome'] {
  if (difference === undefined) return 'unknown';
  return Math.abs(difference) <= tolerance ? 'passed' : 'failed';
}

/** Makes lines of the sum uncertain. */
export const lowerLines = (draft: Draft, touches: (line: SumLine, index: number) => boolean): Draft => ({
  ...draft,
  sum: draft.sum.map((line, index) => (touches(line, index) ? { ...line, cents: lowered(line.cents) } : line)),
});

/** Makes members of some comparables uncertain. */
const lowerComparables = (
  draft: Draft,
  touch: (comparable: Draft['comparables'][number]) => Partial<Draft['comparables'][number]> | undefined,
): Draft => ({
  ...draft,
  comparables: draft.comparables.map((comparable) => ({ ...comparable, ...touch(comparable) })),
});
