// The expected reading of a synthetic Mitchell report.
import type { SumLineName } from '#modules/documents';
import type { Truth } from '#test/reports/corpus';
import { isoDay } from '#test/reports/paper';
import type { PlainContents, PlainSumLine } from '#test/reports/variant-facts';
import type { MitchellFacts } from './facts.ts';

const names: Readonly<Record<string, SumLineName>> = {
  Condition: 'condition',
  'Prior Damage': 'prior_damage',
  'Aftermarket Parts': 'aftermarket',
  'Aftermarket/OEM Parts': 'aftermarket',
  Refurbishment: 'refurbishment',
  'Title History': 'title_history',
  Taxes: 'tax',
  Fees: 'fees',
  Deductible: 'deductible',
};

export function mitchellTruth({ claim, line, vin, odometer, market }: MitchellFacts): Truth {
  return {
    vin: { value: vin },
    year: { value: line.year },
    make: { value: line.make },
    model: { value: line.model },
    trim: line.trim === '' ? 'absent' : { value: line.trim },
    odometer: { value: odometer },
    offer_cents: { value: market },
    insurer: { value: claim.insurer },
    claim_number: { value: claim.claimNumber },
    date_of_loss: { value: isoDay(claim.lossDate) },
  };
}

export function mitchellContents(facts: MitchellFacts): PlainContents {
  const named = ({ label, cents }: { label: string; cents: number }): PlainSumLine => ({
    name: names[label] ?? 'adjustment',
    label,
    cents,
  });
  return {
    loss_type: facts.lossType,
    report_date: isoDay(facts.claim.reportDate),
    sum: [
      { name: 'base', label: 'Base Value', cents: facts.base },
      ...facts.lines.map(named),
      { name: 'offer', label: 'Market Value', cents: facts.market },
      ...facts.settlement.map(named),
      { name: 'total', label: 'Settlement Value', cents: facts.total },
    ],
    search_radius_miles: facts.radius,
    typical_mileage: facts.typicalMileage,
    overall_condition: facts.overall,
    typical_condition: facts.typical,
    condition_total: facts.conditionTotal,
    condition: facts.condition,
    comparables: facts.comparables.map((comparable) => ({
      number: comparable.number,
      price: comparable.price,
      price_kind: comparable.kind,
      vin: comparable.vin,
      vin_masked: comparable.masked,
      odometer: comparable.odometer,
      distance_miles: comparable.distance,
      dated: isoDay(comparable.date),
      date_kind: 'listed',
      adjustments: comparable.adjustments,
      adjustments_total: comparable.adjustmentsTotal,
      adjusted: comparable.adjusted,
    })),
  };
}
