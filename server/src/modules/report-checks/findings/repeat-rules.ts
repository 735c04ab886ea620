import type { IdentityName } from '#modules/documents';
import { adjustedOf, numbered } from './comparable-rules.ts';
import type { CheckedContents, Found } from './finding-facts.ts';
import { isFigure, toFigure, type Figure } from './figure-rules.ts';

/**
 * Figures that a report prints in two places. The reading keeps one of them and says whether both agree, so what it says
 * is where to look, and no more.
 */
export function checkRepeats(checked: CheckedContents): Found[] {
  const { sum, comparables, identities } = checked.contents;
  const hasFailed = (wanted: IdentityName): boolean =>
    identities.some(({ name, outcome }) => name === wanted && outcome === 'failed');
  const base = sum.find(({ name }) => name === 'base');
  const prices = comparables
    .flatMap((one) => [one.price && toFigure(numbered(one, 'Price'), one.price), adjustedOf(one)])
    .filter(isFigure)
    .filter(({ certain }) => !certain);
  return [
    ...(base !== undefined && hasFailed('base_repeats')
      ? [differs(base.label, [toFigure(base.label, base.cents)])]
      : []),
    ...(prices.length > 0 && hasFailed('comparables_repeat') ? [differs('Comparable Vehicles', prices)] : []),
  ];
}

const differs = (label: string, quoted: readonly Figure[]): Found => ({
  kind: 'printed_fact',
  code: 'printed_twice',
  about: label,
  isDoubtful: true,
  quoted,
  values: { label },
});
