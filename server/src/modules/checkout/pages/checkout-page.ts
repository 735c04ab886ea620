import { marked } from 'marked';
import { Html, html } from '#lib/text/html';
import { centsToText } from '#lib/numbers/money';
import type { HtmlPage } from '#platform/http';
import type { Accepted } from './accept-terms.ts';
import type { Hold } from '../hold-store.ts';
import { covered, covers, netCents, prices, unknownHold, type Product, termsVersion } from '../rules.ts';
import { getTerms } from '../terms/get-terms.ts';
import type { HoldState } from '../transitions.ts';
import type { CheckoutView } from '../view-rules.ts';

const dollars = (cents: number): string => `$${centsToText(cents)}`;

const names: Record<Product, string> = { research: 'Research', representation: 'Representation' };

const summaries: Record<Product, string> = {
  research: 'A written appraisal of what your vehicle was worth.',
  representation: 'The appraisal, and a person from our team who negotiates with your insurer.',
};

/** What is held and when it is charged, in one sentence each. */
const rules: Record<Product, string> = {
  research:
    'We charge it when we deliver the research to you, and not before. There is no guarantee that your insurer pays more.',
  representation:
    'We charge it only if your insurer’s settlement rises by at least $1,000. Otherwise you pay nothing for it.',
};

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
      return settledPage(view.hold, shown.product);
    case 'unknown':
    case 'over':
    case 'closed':
      return ended[view.kind];
  }
}

const problems = {
  'not accepted': { status: 422, words: 'Please check the box if you accept the terms. Nothing has happened yet.' },
  changed: { status: 409, words: 'The price or the terms have changed since you saw them. Please look at them again.' },
  unavailable: {
    status: 503,
    words: 'The payment provider is not responding right now. Nothing is held. Please try again in a minute.',
  },
  /** The same for somebody who may have entered a card already. */
  silent: {
    status: 503,
    words: 'The payment provider is not responding right now. Nothing has been charged. Please try again in a minute.',
  },
} as const satisfies Record<NonNullable<Shown['problem']> | 'silent', { status: number; words: string }>;

const begunWords: Record<Offer['begun'], Html | undefined> = {
  no: undefined,
  'without page': html`<p>You started this earlier and did not finish it. Nothing is held yet.</p>`,
  'with page': html`<p>
    You started this earlier. If you have entered your card since, we hear from your bank within a few minutes; open
    this page again then. If you have not, you can continue.
  </p>`,
};

type Offer = Extract<CheckoutView, { kind: 'offer' }>;

function offerPage(offer: Offer, { product, pageOrigin, problem }: Shown): HtmlPage {
  const { amountCents, discountCents, begun } = offer;
  const known = problem === 'unavailable' && begun === 'with page' ? 'silent' : problem;
  const shownProblem = known === undefined ? undefined : problems[known];
  const notAccepted = problem === 'not accepted' ? html` aria-invalid="true" aria-describedby="problem"` : undefined;
  return {
    status: shownProblem?.status ?? 200,
    title: `${names[product]}: place a hold on your card`,
    ...(pageOrigin === undefined ? {} : { formsLeadTo: pageOrigin }),
    body: html`<h1>${names[product]}, ${dollars(amountCents)}</h1>
      ${shownProblem === undefined ? undefined : html`<p id="problem" class="problem" role="alert"><strong>${shownProblem.words}</strong></p>`}
      <p>${summaries[product]}</p>
      ${
        discountCents === 0
          ? undefined
          : html`<p>
              List price ${dollars(prices.representationCents)}, less ${dollars(discountCents)} because an agent
              referred you to us.
            </p>`
      }
      <h2>What happens with your card</h2>
      <p>
        Your bank sets <strong>${dollars(amountCents)}</strong> aside for up to 7 days. That is a hold, not a charge.
        ${rules[product]}
      </p>
      ${includedWords(offer)} ${begunWords[begun]}
      <h2>The terms</h2>
      ${new Html(marked.parse(getTerms(product), { async: false }))}
      <form method="post" class="stack">
        <input type="hidden" name="price_cents" value="${amountCents}" />
        <input type="hidden" name="terms_version" value="${termsVersion}" />
        <label class="tick"
          ><input type="checkbox" name="accept_terms" value="true" ${notAccepted} />
          <span>I accept these terms and a hold of ${dollars(amountCents)} on my card.</span></label
        >
        <button>Continue to the payment provider</button>
      </form>
      <p class="soft">
        You enter your card at Stripe, our payment provider, and come back here. We never see its number.
        <span class="whole">Terms ${termsVersion}.</span>
      </p>`,
  };
}

/** What happens to research that was held or paid before representation, which includes it. */
function includedWords({ research, amountCents }: Offer): Html | undefined {
  if (research === undefined) return undefined;
  if (research.state === 'captured') return creditWords(amountCents, netCents(research));
  return html`<p>
    We release the hold of ${dollars(research.amountCents)} for research as soon as this one is in place.
  </p>`;
}

const creditWords = (amountCents: number, creditCents: number): Html | undefined =>
  creditCents === 0
    ? undefined
    : html`<p>
        You have paid ${dollars(creditCents)} for research. We deduct it, so we charge at most
        <strong>${dollars(amountCents - creditCents)}</strong>.
      </p>`;

function settledPage(hold: Hold, asked: Product): HtmlPage {
  const included =
    hold.product !== asked && covers(hold)
      ? html`<p>Representation includes the research, so there is nothing to do here.</p>`
      : undefined;
  return {
    status: 200,
    title: standing[hold.state](hold).title,
    body: html`<h1>${standing[hold.state](hold).title}.</h1>
      ${included} ${standing[hold.state](hold).words}`,
  };
}

type Words = { readonly title: string; readonly words: Html };

/** A hold in words, by its state. */
const standing: Record<HoldState, (hold: Hold) => Words> = {
  page_open: ({ product }) => ({
    title: 'We are waiting for your bank',
    words: html`<p>
        If you have just entered your card for ${names[product].toLowerCase()}, we hear from your bank within a few
        minutes; open this page again then. If you stopped before that, nothing is held.
      </p>
      <p class="soft">To continue, open the link to your checkout again.</p>`,
  }),
  held: (hold) => ({
    title: `The hold for ${names[hold.product].toLowerCase()} is in place`,
    words: html`<p>
        Your bank has set <strong>${dollars(hold.amountCents)}</strong> aside${until(hold.captureBefore)}.
        ${underWay(hold) ?? `Nothing is charged. ${rules[hold.product]}`}
      </p>
      ${hold.requestedAction === null ? creditWords(hold.amountCents, hold.creditCents) : undefined}
      <p>You do not need to do anything. A person from our team continues with your case.</p>
      ${
        underWay(hold) === undefined
          ? html`<p class="soft">
              Changed your mind? Tell the person who works on your case, and we release the hold.
            </p>`
          : undefined
      }`,
  }),
  captured: ({ product, capturedCents, refundedCents, creditCents }) => ({
    title:
      refundedCents > 0 && refundedCents >= (capturedCents ?? 0)
        ? `${names[product]} is refunded`
        : `${names[product]} is paid`,
    words: html`<p>
      We charged <strong>${dollars(capturedCents ?? 0)}</strong> and released the rest of the hold, if any.
      ${creditCents === 0 ? undefined : `The ${dollars(creditCents)} that you had paid for research was deducted from the price.`}
      ${refundedCents === 0 ? undefined : html`We have refunded <strong>${dollars(refundedCents)}</strong> of it.`}
    </p>`,
  }),
  released: ({ product }) => ({
    title: `The hold for ${names[product].toLowerCase()} is released`,
    words: html`<p>Nothing was charged for it. Your bank may take a few days to show this.</p>`,
  }),
  expired: ({ failure }) => ({
    title: 'Nothing is held',
    words: html`<p>The page or the hold has expired. ${failure === unknownHold ? undefined : 'Nothing was charged.'}</p>
      <p class="soft">If you still want the service, open the link to your checkout again.</p>`,
  }),
  failed: ({ failure }) => ({ title: 'Nothing is held', words: failureWords(failure) }),
};

/** Most holds fail before anything is held; after a release the customer may see a trace of it at the bank. */
function failureWords(failure: string | null): Html {
  if (failure === covered) {
    return html`<p>
      Representation includes the research. We released the hold for the research once the one for representation was in
      place. Nothing was charged for it, and your bank may take a few days to show this.
    </p>`;
  }
  if (failure === 'mismatch') {
    return html`<p>
      Your bank did not set aside the amount you accepted, so we do not keep it. A person from our team is checking it.
    </p>`;
  }
  return html`<p>Something went wrong before a hold was placed. Nothing was charged.</p>
    <p class="soft">If you still want the service, open the link to your checkout again.</p>`;
}

/** A requested action that the provider has not confirmed yet. */
function underWay({ requestedAction, requestedCents, amountCents, coveredAt }: Hold): string | undefined {
  if (coveredAt !== undefined) return 'Representation includes the research, so we are releasing it.';
  if (requestedAction === null) return undefined;
  if (requestedAction === 'release') return 'We are releasing it, and nothing is charged.';
  const part = requestedCents === null || requestedCents === amountCents ? 'it' : `${dollars(requestedCents)} of it`;
  return `We are charging ${part} and waiting for your bank to confirm it.`;
}

const until = (date: Date | undefined): string => {
  const day = date?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return day === undefined ? '' : ` until ${day} at the latest`;
};

/** Where the provider returns a customer to, whatever they did there. */
export const returnPage = (hold: Hold | undefined, stop: string | undefined): HtmlPage => {
  if (hold === undefined) return ended.unknown;
  const { title, words } = standing[hold.state](hold);
  const body = html`<h1>${title}.</h1>
    ${words}`;
  return withStopLine({ status: 200, title, body }, stop);
};

const ended: Record<'unknown' | 'over' | 'closed', HtmlPage> = {
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
      <p>It was open for thirty days. Nothing new can be started here.</p>
      <p class="soft">If you still want the service, tell the person who works on your case.</p>`,
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
  if (problem === undefined) return checkoutPage(accepted as CheckoutView, shown);
  return checkoutPage(view, { ...shown, problem });
}
