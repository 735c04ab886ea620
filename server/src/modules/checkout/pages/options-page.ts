import type { Language } from '#lib/languages/language';
import { type Html, html } from '#lib/text/html';
import { stopUrlIn } from '#lib/text/stop-link';
import { type HtmlPage, withTestNotice, yourPageLine } from '#platform/http';
import type { Product } from '../rules.ts';
import type { CheckoutView } from '../view-rules.ts';
import { checkoutPage } from './checkout-page.ts';
import type { CheckoutFrame } from './accept-terms.ts';
import { offerWords } from '../messages/offer-messages.ts';
import { payerWords } from './ended-page.ts';
import { dollars, soft } from '../messages/messages-page.ts';

type Views = Readonly<Record<Product, CheckoutView>>;

type Shown = {
  readonly token: string;
  readonly pageOrigin: string | undefined;
  readonly frame: CheckoutFrame;
  readonly language: Language;
  readonly zone: string;
};

/** All products of a checkout, with their prices; this is the page whose link is sent after the consultation. */
export function optionsPage(views: Views, shown: Shown): HtmlPage {
  const { token, pageOrigin, frame, language, zone } = shown;
  const words = offerWords[language];
  const offered = (['research', 'representation'] as const).filter((product) => views[product].kind === 'offer');
  // Nothing left to choose: shows the page of the chosen product with its state, otherwise why the larger product is unavailable.
  if (offered.length === 0) {
    const product = !isTaken(views.representation) && isTaken(views.research) ? 'research' : 'representation';
    return checkoutPage(views[product], { token, product, pageOrigin, frame, language, zone });
  }
  const page: HtmlPage = {
    status: 200,
    title: words.optionsTitle,
    language,
    ...(frame.query === undefined ? {} : { query: frame.query }),
    body: html`<h1>${words.optionsTitle}</h1>
      <p>${words.optionsFree}</p>
      ${offered.map((product) => optionOf(product, views[product], shown))}
      ${isTaken(views.research) ? soft(words.researchChosen) : undefined} ${yourPageLine(frame.pageUrl, language)}
      ${frame.stop === undefined ? undefined : html`<p class="soft"><a href="${stopUrlIn(frame.stop, language)}">${words.noMore}</a></p>`}`,
  };
  return frame.test === true ? withTestNotice(page, language, 'what owners read') : page;
}

function optionOf(product: Product, view: CheckoutView, { token, frame, language }: Shown): Html {
  if (view.kind !== 'offer') return html``;
  const words = offerWords[language];
  const query = `?lang=${language}${frame.query === undefined ? '' : `&${frame.query}`}`;
  return html`<h2>${words.optionTitles[product]}</h2>
    <p><strong>${dollars(view.amountCents, language)}</strong></p>
    ${payerWords(view, product, language)}
    <p><a href="/checkout/${token}/${product}${query}">${words.optionLink}</a></p>`;
}

const isTaken = (view: CheckoutView): boolean =>
  view.kind === 'paid' || (view.kind === 'settled' && view.hold.state !== 'released');
