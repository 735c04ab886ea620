import { type Html, html } from '#lib/text/html';
import type { Language } from '#lib/languages/language';
import type { HtmlPage } from '#platform/http';
import { ruleWords } from '../rule-messages.ts';
import { kindOf, prices, type Product, termsLanguage, termsVersionOf } from '../rules.ts';
import { creditOf, type CheckoutView } from '../view-rules.ts';
import { offerWords } from '../messages/offer-messages.ts';
import { payerWords } from './ended-page.ts';
import { showTerms } from '../messages/show-terms.ts';
import { standingWords } from '../messages/standing-messages.ts';
import { agreementOf, creditWords, dayOf, dollars, termsPath } from '../messages/messages-page.ts';

/** Why a page is shown again after a form was submitted. */
export type Problem = 'not accepted' | 'changed' | 'unavailable';

type Offer = Extract<CheckoutView, { kind: 'offer' }>;

type Shown = {
  readonly product: Product;
  readonly pageOrigin: string | undefined;
  readonly language: Language;
  readonly zone: string;
  readonly problem?: Problem | undefined;
};

const statuses: Record<Problem, number> = { 'not accepted': 200, changed: 409, unavailable: 503 };

/** A product with its price and terms, and the checkbox below them. */
export function offerPage(offer: Offer, shown: Shown): HtmlPage {
  const { product, pageOrigin, language, problem } = shown;
  const words = offerWords[language];
  const name = words.names[product];
  const title = words.holdTitle(name);
  return {
    status: problem === undefined ? 200 : statuses[problem],
    title: problem === 'not accepted' ? words.errorTitle(title) : title,
    ...(pageOrigin === undefined ? {} : { formsLeadTo: pageOrigin }),
    body: html`${problem === 'not accepted' ? boxSummary(language) : undefined}
      <h1>${words.heading(name, dollars(offer.amountCents, language))}</h1>
      ${problemWords(offer, shown)}
      <p>${words.summaries[product]} ${product === 'research' ? ruleWords[language].research : undefined}</p>
      ${payerWords(offer, product, language)} ${discountWords(offer, language)}
      <h2>${words.withCard}</h2>
      <p>${cardNow(offer, product, language)}</p>
      ${includedWords(offer, language)} ${begunWords(offer, language)}
      ${offer.withdrawnAt && html`<p>${words.withdrew(dayOf(offer.withdrawnAt, shown))}</p>`}
      ${termsPart(offer, product, language)} ${form(offer, shown)}
      <p class="soft">${offer.testCard ? words.atTestCards : words.atStripe}</p>`,
  };
}

/** First on the page, with a link to the missing field; it has the focus, so that it is read first. */
function boxSummary(language: Language): Html {
  const words = offerWords[language];
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
    <h2>${words.errorHeading}</h2>
    <p><a href="#accept">${words.errorBox}</a></p>
    <p>${words.errorNothing}</p>
  </div>`;
}

function problemWords({ begun }: Offer, { problem, language }: Shown): Html | undefined {
  if (problem === undefined || problem === 'not accepted') return undefined;
  // A card may have been entered already.
  const known = problem === 'unavailable' && begun === 'with page' ? 'silent' : problem;
  return html`<p class="problem" role="alert"><strong>${offerWords[language][known]}</strong></p>`;
}

const discountWords = ({ discountCents }: Offer, language: Language): Html | undefined =>
  discountCents === 0
    ? undefined
    : html`<p>
        ${offerWords[language].discount(dollars(prices.representationCents, language), dollars(discountCents, language))}
      </p>`;

/** What happens to the card on the next page, before the terms explain it in full. */
function cardNow({ payment, amountCents, testCard }: Offer, product: Product, language: Language): Html {
  const words = offerWords[language];
  const amount = dollars(amountCents, language);
  if (payment === 'hold') return words.holdNow(amount, standingWords[language].rules[product]);
  return words.holdAndSave(
    amount,
    testCard ? words.savedTest : words.savedAtStripe,
    ruleWords[language].representation,
  );
}

function begunWords({ begun }: Offer, language: Language): Html | undefined {
  if (begun === 'no') return undefined;
  const { hold, holdPage } = offerWords[language].begun;
  return html`<p>${begun === 'with page' ? holdPage : hold}</p>`;
}

/** What happens to research that was held or paid before representation, which includes it. */
function includedWords(offer: Offer, language: Language): Html | undefined {
  const { research, amountCents } = offer;
  const words = offerWords[language];
  if (research?.state !== 'held') return creditWords({ amountCents, creditCents: creditOf(offer) }, language);
  if (research.requestedAction === 'capture') return html`<p>${words.researchCharging}</p>`;
  if (research.requestedAction === 'release') return html`<p>${words.researchReleasing}</p>`;
  const amount = dollars(research.amountCents, language);
  return html`<p>${words.releaseOnHold(amount)}</p>`;
}

function termsPart({ payment, testCard }: Offer, product: Product, language: Language): Html {
  const words = offerWords[language];
  const version = termsVersionOf({ product, kind: payment }, language);
  const isTranslated = payment === kindOf(product);
  return html`<h2>${words.terms}</h2>
    <div lang="${termsLanguage(version)}">${showTerms({ product, version, testCard })}</div>
    <p class="soft">
      ${isTranslated ? words.termsGovern : words.termsEnglishOnly}
      <a href="${termsPath(product, version)}">${words.termsOwnPage(version)}</a>
    </p>`;
}

function form(offer: Offer, { product, language, problem }: Shown): Html {
  const words = offerWords[language];
  const version = termsVersionOf({ product, kind: offer.payment }, language);
  const isMissing = problem === 'not accepted';
  return html`<form method="post" class="stack">
    <input type="hidden" name="price_cents" value="${offer.amountCents}" />
    <input type="hidden" name="terms_version" value="${version}" />
    ${isMissing ? html`<p class="problem" id="accept-problem">${words.errorBox}</p>` : undefined}
    <label class="tick"
      ><input
        type="checkbox"
        id="accept"
        name="accept_terms"
        value="true"
        ${isMissing ? html`aria-invalid="true" aria-describedby="accept-problem"` : undefined}
      />
      <span>${agreementOf(offer, language)}</span></label
    >
    <button>${words.button}</button>
  </form>`;
}
