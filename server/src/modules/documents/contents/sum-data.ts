// The labels of the sum in the two known products, and their meaning.
import type { SumWords } from './contents.ts';

export const mitchellSum: SumWords = {
  offer: /^Market Value$/i,
  names: [
    [/^Dual Source/i, 'valuation'],
    [/^Base Value$/i, 'base'],
    [/^Condition\b/i, 'condition'],
    [/^Prior Damage/i, 'prior_damage'],
    [/^After ?market/i, 'aftermarket'],
    [/^Refurbishment/i, 'refurbishment'],
    [/^Title History/i, 'title_history'],
    [/^(?:Sales )?Tax(?:es)?\b/i, 'tax'],
    [/^Fees?\b/i, 'fees'],
    [/^Deductible/i, 'deductible'],
    [/^Settlement Value/i, 'total'],
  ],
};

export const cccSum: SumWords = {
  offer: /^Adjusted Vehicle Value$/i,
  names: [
    [/\bStatewide Value$/i, 'statewide'],
    [/^Base Vehicle Value$/i, 'base'],
    [/^CCC Valuation\b/i, 'valuation'],
    [/^Condition Adjustment/i, 'condition'],
    [/^Refurbishment/i, 'refurbishment'],
    [/^Vehicular Tax\b/i, 'tax'],
    [/^Title, Registration/i, 'fees'],
    [/^Value before Deductible/i, 'before_deductible'],
    [/^Deductible/i, 'deductible'],
    [/^Total$/i, 'total'],
  ],
};
