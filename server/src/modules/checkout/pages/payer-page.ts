import { type Html, html } from '#lib/text/html';
import { centsToText } from '#lib/numbers/money';
import type { HtmlPage } from '#platform/http';
import { prices, type Product } from '../rules.ts';
import type { CheckoutView } from '../view-rules.ts';

type Offer = Extract<CheckoutView, { kind: 'offer' }>;

const names: Record<Product, string> = { research: 'Research', representation: 'Representation' };

/** Who pays, for borrowers, whose lender may pay a part. */
export function payerWords({ payer, amountCents }: Offer, product: Product): Html | undefined {
  if (payer === 'owner') return undefined;
  const rest = product === 'representation' ? prices.representationCents - amountCents : 0;
  return html`<p>
    ${
      rest > 0
        ? `You pay $${centsToText(amountCents)}. Your lender takes the other $${centsToText(rest)} of the list price.`
        : 'You pay this yourself. Your lender pays nothing for it.'
    }
  </p>`;
}

/** Paid in another way than through this page, as somebody of the team noted. */
export const paidPage = (paid: Product, wanted: Product): HtmlPage => ({
  status: 200,
  title: `${names[paid]} is paid`,
  body: html`<h1>${names[paid]} is paid.</h1>
    <p>
      We noted your payment${paid === wanted ? '' : `. ${names[paid]} includes the ${names[wanted].toLowerCase()}`}. You
      do not need to do anything here.
    </p>`,
});
