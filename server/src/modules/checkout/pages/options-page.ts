import { type Html, html } from '#lib/text/html';
import { centsToText } from '#lib/numbers/money';
import type { HtmlPage } from '#platform/http';
import type { Product } from '../rules.ts';
import type { CheckoutView } from '../view-rules.ts';
import { checkoutPage } from './checkout-page.ts';
import { payerWords } from './payer-page.ts';

type Views = Readonly<Record<Product, CheckoutView>>;

type Shown = { readonly token: string; readonly stop: string | undefined };

const titles: Record<Product, string> = {
  research: 'Research: a written appraisal of what your vehicle was worth',
  representation: 'Representation: the appraisal, and a person who negotiates with your insurer',
};

/** Everything a checkout offers, with its price; this is the page whose link is sent after the consultation. */
export function optionsPage(views: Views, { token, stop }: Shown): HtmlPage {
  const shown = (product: Product) => ({ product, pageOrigin: undefined, stop });
  const offered = (['research', 'representation'] as const).filter((product) => views[product].kind === 'offer');
  // Nothing left to choose: the page of what was chosen says how it stands, else that of the larger product why.
  if (offered.length === 0) {
    const product = !isTaken(views.representation) && isTaken(views.research) ? 'research' : 'representation';
    return checkoutPage(views[product], shown(product));
  }
  return {
    status: 200,
    title: 'Your options',
    body: html`<h1>Your options</h1>
      <p>
        The consultation was free and stays free. If you want more help, you can choose it here. You do not have to.
      </p>
      ${offered.map((product) => optionOf(product, views[product], token))} ${takenWords(views)}
      ${stop === undefined ? undefined : html`<p class="soft"><a href="${stop}">No more messages or calls about this claim</a></p>`}`,
  };
}

function optionOf(product: Product, view: CheckoutView, token: string): Html {
  if (view.kind !== 'offer') return html``;
  return html`<h2>${titles[product]}</h2>
    <p><strong>$${centsToText(view.amountCents)}</strong></p>
    ${payerWords(view, product)}
    <p><a href="/checkout/${token}/${product}">Terms, and when it is charged</a></p>`;
}

const isTaken = (view: CheckoutView): boolean =>
  view.kind === 'paid' || (view.kind === 'settled' && view.hold.state !== 'released');

const takenWords = ({ research }: Views): Html | undefined =>
  isTaken(research) ? html`<p class="soft">You have chosen the research already.</p>` : undefined;
