import { marked } from 'marked';
import { Html, html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import type { Accepted } from './accept-terms.ts';
import { paidPage, payerWords } from './payer-page.ts';
import type { Hold } from '../hold-store.ts';
import { covers, netCents, prices, type HoldKind, type Product, termsVersionOf } from '../rules.ts';
import { getTerms } from '../terms/get-terms.ts';
import type { CheckoutView } from '../view-rules.ts';
import { standingWords } from './standing-page.ts';
import {
  agreementOf,
  cardRule,
  creditWords,
  dayOf,
  dollars,
  names,
  paidWords,
  rules,
  summaries,
} from './words-page.ts';

type Shown = {
  readonly product: Product;
  readonly pageOrigin: string | undefined;
  /** Where contact about the case is stopped; undefined for a link that is not ours. */
  readonly stop: string | undefined;
  /** Why the page is shown again. */
  readonly problem?: 'not accepted' | 'changed' | 'unavailable';
};

export const checkoutPage = (view: CheckoutView, shown: Shown): HtmlPage =>
  withStopLine(viewPage(view, shown), shown.stop);

const withStopLine = (page: HtmlPage, url: string | undefined): HtmlPage =>
  url === undefined
    ? page
    : {
        ...page,
        body: html`${page.body}
          <p class="soft"><a href="${url}">No more messages or calls about this claim</a></p>`,
      };

function viewPage(view: CheckoutView, shown: Shown): HtmlPage {
  switch (view.kind) {
    case 'offer':
      return offerPage(view, shown);
    case 'settled':
      return settledPage(view, shown);
    case 'paid':
      return paidPage(view.product, shown.product);
    case 'over':
      return view.caseClosed ? ended.caseClosed : ended.over;
    case 'unknown':
    case 'closed':
      return ended[view.kind];
    case 'withheld':
      return withheldPage(shown.product);
  }
}

const problems = {
  'not accepted': { status: 422, words: 'Please check the box if you accept the terms. Nothing has happened yet.' },
  changed: { status: 409, words: 'The price or the terms have changed since you saw them. Please look at them again.' },
  unavailable: {
    status: 503,
    words:
      'The payment provider is not responding right now. Nothing is held or charged for it. Please try again in a minute.',
  },
  /** The same for somebody who may have entered a card already. */
  silent: {
    status: 503,
    words: 'The payment provider is not responding right now. Nothing has been charged. Please try again in a minute.',
  },
} as const satisfies Record<NonNullable<Shown['problem']> | 'silent', { status: number; words: string }>;

const begunWords: Record<HoldKind, Record<'no' | 'without page' | 'with page', Html | undefined>> = {
  hold: {
    no: undefined,
    'without page': html`<p>You started this earlier and did not finish it. Nothing is held yet.</p>`,
    'with page': html`<p>
      You started this earlier. If you have entered your card since, we hear from your bank within a few minutes; open
      this page again then. If you have not, you can continue.
    </p>`,
  },
  card: {
    no: undefined,
    'without page': html`<p>You started this earlier and did not finish it. No card is saved yet.</p>`,
    'with page': html`<p>
      You started this earlier. If you have entered your card since, we hear of it within a few minutes; open this page
      again then. If you have not, you can continue.
    </p>`,
  },
};

/** What becomes of the card on the next page, before the terms say it in full. */
const cardNow: Record<HoldKind, (amountCents: number, product: Product) => Html> = {
  hold: (cents, product) =>
    html`<p>
      Your bank sets <strong>${dollars(cents)}</strong> aside for up to 7 days. That is a hold, not a charge.
      ${rules[product]}
    </p>`,
  card: () =>
    html`<p>
      Your card is saved with Stripe, our payment provider. <strong>Nothing is held and nothing is charged now.</strong>
      ${cardRule}
    </p>`,
};

type Offer = Extract<CheckoutView, { kind: 'offer' }>;

function offerPage(offer: Offer, { product, pageOrigin, problem }: Shown): HtmlPage {
  const { amountCents, discountCents, begun, payment } = offer;
  const termsVersion = termsVersionOf({ product, kind: payment });
  const known = problem === 'unavailable' && begun === 'with page' ? 'silent' : problem;
  const shownProblem = known === undefined ? undefined : problems[known];
  const notAccepted = problem === 'not accepted' ? html` aria-invalid="true" aria-describedby="problem"` : undefined;
  return {
    status: shownProblem?.status ?? 200,
    title: `${names[product]}: ${payment === 'hold' ? 'place a hold on your card' : 'save your card'}`,
    ...(pageOrigin === undefined ? {} : { formsLeadTo: pageOrigin }),
    body: html`<h1>${names[product]}, ${dollars(amountCents)}</h1>
      ${shownProblem === undefined ? undefined : html`<p id="problem" class="problem" role="alert"><strong>${shownProblem.words}</strong></p>`}
      <p>${summaries[product]}</p>
      ${payerWords(offer, product)}
      ${
        discountCents === 0
          ? undefined
          : html`<p>
              List price ${dollars(prices.representationCents)}, less ${dollars(discountCents)} because an agent
              referred you to us.
            </p>`
      }
      <h2>What happens with your card</h2>
      ${cardNow[payment](amountCents, product)} ${includedWords(offer)} ${begunWords[payment][begun]}
      ${withdrawnWords(offer)}
      <h2>The terms</h2>
      ${new Html(marked.parse(getTerms(product, termsVersion), { async: false }))}
      <form method="post" class="stack">
        <input type="hidden" name="price_cents" value="${amountCents}" />
        <input type="hidden" name="terms_version" value="${termsVersion}" />
        <label class="tick"
          ><input type="checkbox" name="accept_terms" value="true" ${notAccepted} />
          <span>${agreementOf(offer)}</span></label
        >
        <button>Continue to the payment provider</button>
      </form>
      <p class="soft">
        You enter your card at Stripe, our payment provider, and come back here. We never see its number.
        <span class="whole">Terms ${termsVersion}.</span>
      </p>`,
  };
}

const withdrawnWords = ({ withdrawnAt }: Offer): Html | undefined =>
  withdrawnAt &&
  html`<p>You withdrew on ${dayOf(withdrawnAt)}, and your card was removed. You can choose it again.</p>`;

/** What happens to research that was held or paid before representation, which includes it. */
function includedWords({ research, researchPaidCents, amountCents, payment }: Offer): Html | undefined {
  if (research?.state !== 'held') {
    const paidCents = researchPaidCents + (research === undefined ? 0 : netCents(research));
    return creditWords(amountCents, Math.min(paidCents, amountCents));
  }
  if (research.requestedAction === 'capture')
    return html`<p>We are charging what is held for research. What you pay for it is deducted from this.</p>`;
  if (research.requestedAction === 'release') return html`<p>We are releasing the hold for research.</p>`;
  return html`<p>
    We release the hold of ${dollars(research.amountCents)} for research as soon as
    ${payment === 'hold' ? 'this one is in place' : 'your card is saved'}.
  </p>`;
}

type Settled = Extract<CheckoutView, { kind: 'settled' }>;

function settledPage(
  { hold, withdrawable, charged }: Settled,
  { product: asked, pageOrigin, problem }: Shown,
): HtmlPage {
  const included =
    hold.product !== asked && covers(hold)
      ? html`<p>Representation includes the research, so there is nothing to do here.</p>`
      : undefined;
  const { title, words } = standingWords(hold, {
    withdraw: withdrawable,
    change: hold.state === 'charge_failed',
    again: false,
  });
  const shownProblem = problem === undefined ? undefined : problems[problem === 'unavailable' ? 'silent' : problem];
  return {
    status: shownProblem?.status ?? 200,
    title,
    ...(pageOrigin === undefined ? {} : { formsLeadTo: pageOrigin }),
    body: html`<h1>${title}.</h1>
      ${shownProblem && html`<p id="problem" class="problem" role="alert"><strong>${shownProblem.words}</strong></p>`}
      ${included} ${words} ${charged.map(otherReceipt)}`,
  };
}

const otherReceipt = (hold: Hold): Html => {
  const { title, words } = paidWords(hold);
  return html`<h2>${title}.</h2>
    ${words}`;
};

/** Where the provider returns a customer to, whatever they did there. */
export const returnPage = (
  hold: Hold | undefined,
  { stop, again }: { readonly stop: string | undefined; readonly again: boolean },
): HtmlPage => {
  if (hold === undefined) return ended.unknown;
  const { title, words } = standingWords(hold, { withdraw: false, change: false, again });
  const body = html`<h1>${title}.</h1>
    ${words}`;
  return withStopLine({ status: 200, title, body }, stop);
};

/** Says nothing of the past: the same link may have worked before a licence ended. */
const withheldPage = (product: Product): HtmlPage => ({
  status: 403,
  title: `${names[product]} is not offered in your state`,
  body: html`<h1>${names[product]} is not offered in your state.</h1>
    <p>
      We do not offer this where your claim is, so you cannot accept it here. Nothing is held and nothing is charged for
      it.
    </p>
    <p class="soft">The person who works on your case can tell you what we do offer there.</p>`,
});

const ended: Record<'unknown' | 'over' | 'caseClosed' | 'closed', HtmlPage> = {
  unknown: {
    status: 404,
    title: 'We do not recognize this link',
    body: html`<h1>We do not recognize this link.</h1>
      <p>Please open the complete link from the message again.</p>`,
  },
  over: {
    status: 410,
    title: 'This checkout has ended',
    body: html`<h1>This checkout has ended.</h1>
      <p>Its time is over. Nothing new can be started here.</p>
      <p class="soft">If you still want the service, tell the person who works on your case.</p>`,
  },
  caseClosed: {
    status: 410,
    title: 'This checkout has ended',
    body: html`<h1>This checkout has ended.</h1>
      <p>Your case is closed. Nothing new can be started here.</p>`,
  },
  closed: {
    status: 503,
    title: 'Checkout is closed',
    body: html`<h1>Checkout is closed at the moment.</h1>
      <p>Nothing new can be started here right now. Please try again later.</p>`,
  },
};

/** The page for every outcome of an acceptance, except the redirect to the provider. */
export function acceptedPage(
  accepted: Exclude<Accepted, { kind: 'page' }>,
  view: CheckoutView,
  shown: Shown,
): HtmlPage {
  const problem = accepted.kind === 'changed' || accepted.kind === 'unavailable' ? accepted.kind : undefined;
  // What the page knows is more than what refused the acceptance.
  if (problem === undefined)
    return checkoutPage(accepted.kind === view.kind ? view : (accepted as CheckoutView), shown);
  return checkoutPage(view, { ...shown, problem });
}
