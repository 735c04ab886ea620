import { ruleWords } from '#modules/checkout';
import { computePricing, consentWords } from '#modules/intakes';
import type { Config } from '#platform/config';
import { whereRepresented } from './facts-to-say.ts';

/** What agents read out before they submit anything, as a page. */
export const consentMarkdown = ({ attestationVersion }: Config): string =>
  [
    '# Consent wording',
    `Version ${attestationVersion}. Read it to the owner in their language before you submit anything, and submit only after their yes.`,
    'Approving a tool call is not the owner’s yes. Write the yes in `consent.attestation`, in your own words.',
    `## English\n\n${consentWords.consentWording.en.readOut}`,
    `## Español\n\n${consentWords.consentWording.es.readOut}`,
    '',
  ].join('\n\n');

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2).replace(/\.00$/, '')}`;

/** Prices as agents may quote them, as a page. */
export function pricingMarkdown(config: Config, now: Date): string {
  const [list, discounted] = [computePricing(false), computePricing(true)];
  return [
    '# Prices that may be quoted',
    'The consultation is free. Payment is never taken through this interface: the owner authorizes their own card on our page.',
    '| Service | List price | For customers submitted by an agent | When it is charged |\n| --- | --- | --- | --- |\n' +
      `| Research | ${dollars(list.research.list_cents)} | ${dollars(discounted.research.your_price_cents)} | A hold, captured at delivery. No guarantee. |\n` +
      `| Representation | ${dollars(list.representation.list_cents)} | ${dollars(discounted.representation.your_price_cents)} | A hold, ${ruleWords.en.captured}; otherwise nothing is charged. |`,
    whereRepresented(config, now),
    discounted.discount.note,
    '',
  ].join('\n\n');
}
