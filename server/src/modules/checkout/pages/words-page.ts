import type { Html } from '#lib/text/html';
import { html } from '#lib/text/html';
import { centsToText } from '#lib/numbers/money';
import type { Hold } from '../hold-store.ts';
import { endedDisputes, netCents, type HoldKind, type Product } from '../rules.ts';

export const dollars = (cents: number): string => `$${centsToText(cents)}`;

export const names: Record<Product, string> = { research: 'Research', representation: 'Representation' };

export const summaries: Record<Product, string> = {
  research: 'A written appraisal of what your vehicle was worth.',
  representation: 'The appraisal, and a person from our team who negotiates with your insurer.',
};

/** When it is charged, in one sentence each; representation as a hold is from before cards were saved. */
export const rules: Record<Product, string> = {
  research:
    'We charge it when we deliver the research to you, and not before. There is no guarantee that your insurer pays more.',
  representation:
    'We charge it only if your insurer raises the value of your vehicle, before tax and fees, by at least $1,000. Otherwise you pay nothing for it.',
};

/** The same for a saved card. */
export const cardRule =
  'We charge it only when your insurer’s own paper shows that the value of your vehicle, before tax and fees, rose by at least $1,000 over its first offer. Otherwise you pay nothing for it.';

/** What the box says; with the terms it is what the customer agrees to. */
export const agreementOf = ({
  amountCents,
  payment,
}: {
  readonly amountCents: number;
  readonly payment: HoldKind;
}): string =>
  payment === 'hold'
    ? `I accept these terms and a hold of ${dollars(amountCents)} on my card.`
    : `I accept these terms: my card is saved, and ${dollars(amountCents)} at most is charged to it once the improvement is proven.`;

/** What the provider's page says beside its button. */
export const cardPromise = (amountCents: number): string =>
  `Your card is saved. Nothing is held or charged now. We charge ${dollars(amountCents)} at most, and only once your insurer’s own paper shows an improvement in the value of your vehicle, before tax, of at least $1,000.`;

export const creditWords = (amountCents: number, creditCents: number): Html | undefined =>
  creditCents === 0
    ? undefined
    : html`<p>
        You have paid ${dollars(creditCents)} for research. We deduct it, so we charge at most
        <strong>${dollars(amountCents - creditCents)}</strong>.
      </p>`;

export const continueWords = html`<p class="soft">To continue, open the link to your checkout again.</p>`;
export const againWords = html`<p class="soft">
  If you still want the service, open the link to your checkout again.
</p>`;

export type Words = { readonly title: string; readonly words: Html };

export const dayOf = (date: Date): string => date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export const until = (date: Date | undefined): string =>
  date === undefined ? '' : ` until ${dayOf(date)} at the latest`;

/** The receipt of a charge, and what happened to it since. */
export function paidWords(hold: Hold): Words {
  const { product, kind, capturedCents, creditCents, refundedCents } = hold;
  const rest = kind === 'hold' ? ' and released the rest of the hold, if any' : ' to your saved card';
  return {
    title: paidTitle(hold),
    words: html`<p>
        We charged <strong>${dollars(capturedCents ?? 0)}</strong>${rest}.
        ${creditCents === 0 ? undefined : `The ${dollars(creditCents)} that you had paid for research was deducted from the price.`}
        ${refundedCents === 0 ? undefined : html`We have refunded <strong>${dollars(refundedCents)}</strong> of it.`}
        ${underWayWords(hold)} ${disputeWords(hold)}
      </p>
      <h2>Receipt</h2>
      <p>
        ${names[product]} by Makewhole,
        ${dollars(capturedCents ?? 0)}${hold.endedAt === undefined ? '' : `, charged on ${dayOf(hold.endedAt)} (UTC)`}.
        Reference <span class="whole">${hold.id}</span>.
      </p>`,
  };
}

function paidTitle(hold: Hold): string {
  const name = names[hold.product];
  if (netCents(hold) > 0)
    return isDisputed(hold) ? `The charge for ${name.toLowerCase()} is disputed` : `${name} is paid`;
  return hold.dispute?.status === 'lost'
    ? `The charge for ${name.toLowerCase()} was taken back`
    : `${name} is refunded`;
}

const isDisputed = ({ dispute }: Hold): boolean => dispute !== undefined && !endedDisputes.includes(dispute.status);

/** A refund that is requested and that the provider has not confirmed yet. */
function underWayWords({ refunds }: Hold): string | undefined {
  const requested = refunds.find(({ state }) => state === 'requested');
  return requested && `We are refunding ${dollars(requested.amountCents)}; your bank may take a few days to show it.`;
}

function disputeWords(hold: Hold): string | undefined {
  if (hold.dispute === undefined) return undefined;
  if (isDisputed(hold)) return 'Your bank tells us that you dispute the charge. Your bank decides about it.';
  if (hold.dispute.status === 'lost') return `Your bank has taken back ${dollars(hold.dispute.amountCents)}.`;
  return hold.dispute.status === 'won' ? 'Your bank has decided that the charge stands.' : undefined;
}
