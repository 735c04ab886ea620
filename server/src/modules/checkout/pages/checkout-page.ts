import type { Language } from '#lib/languages/language';
import { html, type Html } from '#lib/text/html';
import { stopUrlIn } from '#lib/text/stop-link';
import { withTestNotice, yourPageLine, type HtmlPage } from '#platform/http';
import type { Hold } from '../hold-store.ts';
import { checkoutPath } from '../links/link-rules.ts';
import { covers, type Product } from '../rules.ts';
import { hasTerms } from '../terms/terms-data.ts';
import type { CheckoutView } from '../view-rules.ts';
import { offerWords } from '../messages/offer-messages.ts';
import { standingOf } from '../messages/standing-page.ts';
import { standingWords } from '../messages/standing-messages.ts';
import { paidWords, termsPath } from '../messages/messages-page.ts';
import type { Accepted, CheckoutFrame } from './accept-terms.ts';
import { endedPage, paidPage } from './ended-page.ts';
import { offerPage, type Problem } from './offer-page.ts';

export type Shown = {
  readonly token: string;
  readonly product: Product;
  readonly pageOrigin: string | undefined;
  readonly frame: CheckoutFrame;
  readonly language: Language;
  /** The zone in which a day begins. */
  readonly zone: string;
  /** Why the page is shown again. */
  readonly problem?: Problem | undefined;
};

export const checkoutPage = (view: CheckoutView, shown: Shown): HtmlPage => framed(viewPage(view, shown), shown);

type Framed = Pick<Shown, 'frame' | 'language'>;

/** Adds the link to the customer's own page, if they came from it, and the stop link. */
function framed(page: HtmlPage, { frame: { stop, pageUrl, query, test }, language }: Framed): HtmlPage {
  const whole = {
    ...page,
    language,
    ...(query === undefined ? {} : { query }),
    body: html`${page.body} ${yourPageLine(pageUrl, language)}
    ${stop === undefined ? undefined : html`<p class="soft"><a href="${stopUrlIn(stop, language)}">${offerWords[language].noMore}</a></p>`}`,
  };
  return test === true ? withTestNotice(whole, language, 'what owners read') : whole;
}

function viewPage(view: CheckoutView, shown: Shown): HtmlPage {
  const { product, language } = shown;
  switch (view.kind) {
    case 'offer':
      return offerPage(view, shown);
    case 'settled':
      return settledPage(view, shown);
    case 'paid':
      return paidPage(view.product, product, language);
    case 'over':
      return endedPage(view.caseClosed ? 'caseClosed' : 'over', language);
    case 'unknown':
    case 'closed':
      return endedPage(view.kind, language);
    case 'withheld':
      return endedPage(product, language);
  }
}

type Settled = Extract<CheckoutView, { kind: 'settled' }>;

function settledPage({ hold, withdrawable, testCard, charged }: Settled, shown: Shown): HtmlPage {
  const { token, product: asked, pageOrigin, problem, language } = shown;
  const isIncluded = hold.product !== asked && covers(hold);
  // Whole paths, since the page is shown at more than one address.
  const path = checkoutPath(token, 'representation');
  const withdraw = withdrawable ? `${path}/withdraw` : undefined;
  const change = hold.state === 'charge_failed' ? `${path}/card` : undefined;
  const can = { withdraw, change, testCard, again: false, looksAgain: false };
  const { title, words } = standingOf(hold, can, shown);
  const isSilent = problem === 'unavailable';
  return {
    status: isSilent ? 503 : 200,
    title,
    ...(pageOrigin === undefined ? {} : { formsLeadTo: pageOrigin }),
    body: html`<h1>${title}.</h1>
      ${isSilent ? html`<p class="problem" role="alert"><strong>${offerWords[language].silent}</strong></p>` : undefined}
      ${isIncluded ? html`<p>${standingWords[language].included}</p>` : undefined} ${words}
      ${charged.map((one) => otherReceipt(one, shown))} ${acceptedTerms(hold, language)}`,
  };
}

/** The accepted text stays readable, whatever the current terms are. */
function acceptedTerms({ product, acceptance }: Hold, language: Language): Html | undefined {
  const { terms_version: version } = acceptance;
  if (!hasTerms(product, version)) return undefined;
  const words = standingWords[language].termsAccepted(version);
  return html`<p class="soft"><a href="${termsPath(product, version)}">${words}</a></p>`;
}

function otherReceipt(hold: Hold, shown: Shown): Html {
  const { title, words } = paidWords(hold, shown);
  return html`<h2>${title}.</h2>
    ${words}`;
}

/** How long a waiting page reloads automatically, and how often. */
const looksAgain = { forS: 900, everyS: 10 };

type Returned = Framed &
  Pick<Shown, 'zone'> & {
    /** Where the card is withdrawn, for a browser that has shown the link to the checkout. */
    readonly withdraw: string | undefined;
    /** Whether the checkout still offers the product. */
    readonly again: boolean;
    readonly now: Date;
  };

/** Where the provider returns customers, whatever they did there. */
export function returnPage(hold: Hold | undefined, returned: Returned): HtmlPage {
  const { frame, language, withdraw, again, now } = returned;
  if (hold === undefined) return { ...endedPage('unknown', language), language };
  const isFresh = now.getTime() - hold.createdAt.getTime() < looksAgain.forS * 1000;
  const waits = hold.state === 'page_open' && isFresh;
  const can = { withdraw, change: undefined, testCard: hold.test, again, looksAgain: waits };
  const { title, words } = standingOf(hold, can, returned);
  const body = html`<h1>${title}.</h1>
    ${words} ${acceptedTerms(hold, language)}`;
  const page = { status: 200, title, body, ...(waits ? { refreshS: looksAgain.everyS } : {}) };
  return framed(page, { frame, language });
}

/** The page for every outcome of an acceptance, except the redirect to the provider. */
export function acceptedPage(
  accepted: Exclude<Accepted, { kind: 'page' }>,
  view: CheckoutView,
  shown: Shown,
): HtmlPage {
  const problem = accepted.kind === 'changed' || accepted.kind === 'unavailable' ? accepted.kind : undefined;
  // The page reads newer data than the refused acceptance.
  if (problem === undefined)
    return checkoutPage(accepted.kind === view.kind ? view : (accepted as CheckoutView), shown);
  return checkoutPage(view, { ...shown, problem });
}
