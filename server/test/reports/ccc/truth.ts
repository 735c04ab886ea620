// The expected reading of a synthetic CCC report.
import type { Truth } from '#test/reports/corpus';
import { isoDay } from '#test/reports/paper';
import type { PlainComparable, PlainContents, PlainSumLine } from '#test/reports/variant-facts';
import type { CccComparable, CccFacts, CccLine } from './facts.ts';

export function cccTruth({ claim, line, vin, odometer, adjusted }: CccFacts): Truth {
  return {
    vin: { value: vin },
    year: { value: line.year },
    make: { value: line.make },
    model: { value: line.model },
    trim: { value: line.trim },
    odometer: { value: odometer },
    offer_cents: { value: adjusted },
    insurer: { value: claim.insurer },
    claim_number: { value: claim.claimNumber },
    date_of_loss: { value: isoDay(claim.lossDate) },
  };
}

const names: readonly [RegExp, PlainSumLine['name']][] = [
  [/^Condition/, 'condition'],
  [/^Refurbishments/, 'refurbishment'],
  [/^Vehicular Tax/, 'tax'],
  [/^Title, Registration/, 'fees'],
];

function named({ label, cents, rateThousandths }: CccLine): PlainSumLine {
  const name = names.find(([pattern]) => pattern.test(label))?.[1] ?? 'other';
  return { name, label, cents, ...(rateThousandths === undefined ? {} : { rate_thousandths: rateThousandths }) };
}

export function cccContents(facts: CccFacts): PlainContents {
  const { statewide, valuation, beforeDeductible } = facts;
  return {
    report_date: isoDay(facts.updated),
    sum: [
      ...(statewide === undefined ? [] : [{ name: 'statewide', ...statewide } as const]),
      { name: 'base', label: 'Base Vehicle Value', cents: facts.base },
      ...(valuation === undefined
        ? []
        : [
            {
              name: 'valuation',
              label: 'CCC Valuation (average of statewide and base vehicle values)',
              cents: valuation,
            } as const,
          ]),
      ...facts.lines.map(named),
      { name: 'offer', label: 'Adjusted Vehicle Value', cents: facts.adjusted },
      ...facts.after.map(named),
      ...(beforeDeductible === undefined
        ? []
        : [
            { name: 'before_deductible', label: 'Value before Deductible', cents: beforeDeductible } as const,
            { name: 'deductible', label: 'Deductible*', cents: facts.deductible } as const,
          ]),
      { name: 'total', label: 'Total', cents: facts.total },
    ],
    condition_total: facts.conditionTotal,
    condition: facts.condition.map(({ notes: _notes, ...row }) => row),
    comparables: facts.comparables.map(plainComparable),
  };
}

function plainComparable(comparable: CccComparable): PlainComparable {
  const { form, take, listPrice } = comparable;
  return {
    number: comparable.number,
    price: take ?? listPrice,
    price_kind: take === undefined ? 'list' : 'take',
    ...(take === undefined || form === 'list' ? {} : { list_price: listPrice }),
    vin: comparable.vin,
    vin_masked: false,
    odometer: comparable.odometer,
    distance_miles: comparable.distance,
    dated: isoDay(comparable.updated),
    date_kind: 'updated',
    adjustments: comparable.adjustments,
    adjusted: comparable.adjusted,
  };
}
