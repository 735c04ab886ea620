import type { Language } from '#lib/languages/language';
import { type Html, html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import { prices, type Product } from '../rules.ts';
import type { CheckoutView } from '../view-rules.ts';
import { endedWords } from '../words/ended-words.ts';
import { offerWords } from '../words/offer-words.ts';
import { dollars } from '../words/words-page.ts';

type Offer = Extract<CheckoutView, { kind: 'offer' }>;

/** Who pays, for borrowers, whose lender may pay a part. */
export function payerWords({ payer, amountCents }: Offer, product: Product, language: Language): Html | undefined {
  if (payer === 'owner') return undefined;
  const words = offerWords[language];
  const rest = product === 'representation' ? prices.representationCents - amountCents : 0;
  return html`<p>
    ${
      rest > 0 ? words.lenderPaysRest(dollars(amountCents, language), dollars(rest, language)) : words.lenderPaysNothing
    }
  </p>`;
}

/** Paid in another way than through this page, as somebody of the team noted. */
export function paidPage(paid: Product, wanted: Product, language: Language): HtmlPage {
  const words = endedWords[language];
  return {
    status: 200,
    title: words.paid[paid],
    body: html`<h1>${words.paid[paid]}.</h1>
      <p>${paid === wanted ? words.paidNoted : words.paidIncludes}</p>`,
  };
}
