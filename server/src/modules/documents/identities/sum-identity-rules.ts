// Identities of the sum on the first page and of lines itemized elsewhere.
import type { SumLine, SumLineName } from '../schemas.ts';
import type { Draft, Evidence } from '../contents/family-schemas.ts';
import { lowerLines, outcomeOf, type Identity } from './rules.ts';
import { loweredOrNothing, present } from '../contents/rules.ts';

const centsOf = (draft: Draft, name: SumLineName): number | undefined =>
  draft.sum.find((line) => line.name === name)?.cents.value;

const add = (lines: readonly SumLine[]): number => lines.reduce((sum, { cents }) => sum + cents.value, 0);

/** Mitchell rounds to cents, CCC to dollars. */
const toleranceOf = ({ family }: Evidence, lines: number): number => (family === 'mitchell' ? lines : 100);

const startsSum = (name: SumLineName): boolean => name === 'statewide' || name === 'base' || name === 'valuation';

/** The starting value and the adjustments add up to the offer. */
export function offerAddsUp(draft: Draft, evidence: Evidence): Identity {
  const end = draft.sum.findIndex(({ name }) => name === 'offer');
  const start = centsOf(draft, 'valuation') ?? centsOf(draft, 'base');
  const offer = draft.sum[end]?.cents.value;
  const between = draft.sum.slice(0, Math.max(end, 0)).filter(({ name }) => !startsSum(name));
  const difference = offer === undefined || start === undefined ? undefined : start + add(between) - offer;
  return {
    name: 'offer_adds_up',
    outcome: outcomeOf(difference, toleranceOf(evidence, between.length + 1)),
    lower: (one) => lowerLines(one, (_line, index) => index <= end),
  };
}

/** The offer, taxes, fees and the deductible add up to the payment. */
export function totalAddsUp(draft: Draft, evidence: Evidence): Identity {
  const from = draft.sum.findIndex(({ name }) => name === 'offer');
  const after = from < 0 ? [] : draft.sum.slice(from + 1);
  const offer = centsOf(draft, 'offer');
  const before = centsOf(draft, 'before_deductible');
  const total = centsOf(draft, 'total');
  const added = after.filter(({ name }) => !['before_deductible', 'deductible', 'total'].includes(name));
  const sum = offer === undefined ? undefined : offer + add(added);
  const differences = [
    sum === undefined || before === undefined ? 0 : sum - before,
    sum === undefined || total === undefined ? undefined : sum + (centsOf(draft, 'deductible') ?? 0) - total,
    evidence.callout === undefined || total === undefined ? 0 : evidence.callout - total,
  ];
  const worst = differences.includes(undefined) ? undefined : Math.max(...differences.map((one) => Math.abs(one ?? 0)));
  return {
    name: 'total_adds_up',
    outcome: outcomeOf(worst, added.length + 2),
    lower: (one) => lowerLines(one, (_line, index) => index > from),
  };
}

export function valuationIsMean(draft: Draft): Identity {
  const [statewide, base, valuation] = (['statewide', 'base', 'valuation'] as const).map((name) =>
    centsOf(draft, name),
  );
  const difference =
    statewide === undefined || base === undefined || valuation === undefined
      ? undefined
      : (statewide + base) / 2 - valuation;
  return {
    name: 'valuation_is_mean',
    outcome: outcomeOf(difference, 1),
    lower: (one) => lowerLines(one, ({ name }) => startsSum(name)),
  };
}

/** A thousandth of a percent of the offer. */
const ofThousandths = 100_000;

export function taxIsRate(draft: Draft): Identity {
  const tax = draft.sum.find(({ name }) => name === 'tax');
  const offer = centsOf(draft, 'offer');
  const rate = tax?.rate_thousandths;
  const difference =
    tax === undefined || offer === undefined || rate === undefined
      ? undefined
      : (offer * rate) / ofThousandths - tax.cents.value;
  return {
    name: 'tax_is_rate',
    outcome: outcomeOf(difference, 100),
    lower: (one) => lowerLines(one, ({ name }) => name === 'tax'),
  };
}

/** The components add up to the total, and the total is the line of the sum; a missing line counts as zero. */
export function conditionAddsUp(draft: Draft, { family }: Evidence): Identity {
  const all = draft.condition.flatMap(({ cents }) => (cents === undefined ? [] : [cents.value]));
  const graded = draft.condition.flatMap(({ cents, grade }) =>
    cents === undefined || grade === undefined ? [] : [cents.value],
  );
  const sum = (amounts: readonly number[]) => amounts.reduce((one, other) => one + other, 0);
  const total = draft.condition_total?.value;
  const line = draft.sum.length === 0 ? undefined : (centsOf(draft, 'condition') ?? 0);
  const known = total !== undefined && line !== undefined && all.length > 0;
  const byRows = known ? Math.min(Math.abs(sum(graded) - total), Math.abs(sum(all) - total)) : undefined;
  const worst = known ? Math.max(byRows ?? 0, Math.abs(total - line)) : undefined;
  return {
    name: 'condition_adds_up',
    outcome: outcomeOf(worst, family === 'mitchell' ? all.length : 100),
    lower: (one) => ({
      ...lowerLines(one, ({ name }) => name === 'condition'),
      ...present({ condition_total: loweredOrNothing(one.condition_total) }),
      condition: one.condition.map((row) => present({ ...row, cents: loweredOrNothing(row.cents) })),
    }),
  };
}

/** Additions to the vehicle: priced rows of CCC's condition, itemized parts and the title's history of Mitchell. */
export function refurbishmentAddsUp(draft: Draft, { family, parts, titleHistory }: Evidence): Identity {
  const priced = draft.condition.flatMap(({ cents, grade }) =>
    cents === undefined || grade !== undefined ? [] : [cents.value],
  );
  const compare = (name: SumLineName, itemized: number | undefined): number[] => {
    const line = centsOf(draft, name);
    return line === undefined || itemized === undefined ? [] : [Math.abs(line - itemized)];
  };
  const differences =
    family === 'mitchell'
      ? [...compare('aftermarket', parts), ...compare('title_history', titleHistory)]
      : compare('refurbishment', priced.length === 0 ? undefined : priced.reduce((one, other) => one + other, 0));
  const touched: readonly SumLineName[] = family === 'mitchell' ? ['aftermarket', 'title_history'] : ['refurbishment'];
  return {
    name: 'refurbishment_adds_up',
    outcome: outcomeOf(
      differences.length === 0 ? undefined : Math.max(...differences),
      family === 'mitchell' ? 1 : 100,
    ),
    lower: (one) => lowerLines(one, ({ name }) => touched.includes(name)),
  };
}
