import type { Language } from '#lib/languages/language';
import { type Html, html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import { prices, type Product, termsLanguage } from '../rules.ts';
import type { CheckoutView } from '../view-rules.ts';
import { endedWords } from '../messages/ended-messages.ts';
import { offerWords } from '../messages/offer-messages.ts';
import { showTerms } from '../messages/show-terms.ts';
import { dollars } from '../messages/messages-page.ts';

type Words = (typeof endedWords)[Language];

/** Why nothing can be chosen; a product where it is not offered in the customer's state. */
type Ended = 'unknown' | 'over' | 'caseClosed' | 'closed' | Product;

export const endedPage = (why: Ended, language: Language): HtmlPage => pages[why](endedWords[language]);

/** Does not mention the past: the same link may have worked before a license ended. */
const withheldPage =
  (product: Product) =>
  (words: Words): HtmlPage => ({
    status: 403,
    title: words.withheld[product],
    body: html`<h1>${words.withheld[product]}.</h1>
      <p>${words.withheldWhy}</p>
      <p class="soft">${words.withheldAsk}</p>`,
  });

const pages: Record<Ended, (words: Words) => HtmlPage> = {
  research: withheldPage('research'),
  representation: withheldPage('representation'),
  unknown: (words) => ({
    status: 404,
    title: words.unknown,
    body: html`<h1>${words.unknown}.</h1>
      <p>${words.openAgain}</p>`,
  }),
  over: (words) => ({
    status: 410,
    title: words.over,
    body: html`<h1>${words.over}.</h1>
      <p>${words.overTime}</p>
      <p class="soft">${words.overAsk}</p>`,
  }),
  caseClosed: (words) => ({
    status: 410,
    title: words.over,
    body: html`<h1>${words.over}.</h1>
      <p>${words.overClosed}</p>`,
  }),
  closed: (words) => ({
    status: 503,
    title: words.closedTitle,
    body: html`<h1>${words.closed}</h1>
      <p>${words.closedLater}</p>`,
  }),
};

/** One version of the terms, to read or save; the same for every reader. */
export function termsPage(terms: Parameters<typeof showTerms>[0]): HtmlPage {
  const { product, version } = terms;
  const language = termsLanguage(version);
  const words = endedWords[language];
  return {
    status: 200,
    title: words.termsTitles[product],
    language,
    describedAs: words.termsDescribed,
    body: html`<h1>${words.termsTitles[product]}</h1>
      <p>${words.termsVersion(version)} ${words.termsGovern}</p>
      ${showTerms(terms)}`,
  };
}

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

/** Paid outside this page, as recorded by a staff member. */
export function paidPage(paid: Product, wanted: Product, language: Language): HtmlPage {
  const words = endedWords[language];
  return {
    status: 200,
    title: words.paid[paid],
    body: html`<h1>${words.paid[paid]}.</h1>
      <p>${paid === wanted ? words.paidNoted : words.paidIncludes}</p>`,
  };
}
