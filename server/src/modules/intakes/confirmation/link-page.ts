import { stripControls } from '#modules/customers';
import { html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import type { LinkState } from './rules.ts';
import type { LinkView, NextStep } from './view-link.ts';
import type { Intake } from '../store.ts';
import { type Wording, wordingFor } from './wording-rules.ts';

/** The page of a link by its state. It names the agent, and nothing else of what was submitted. */
export function linkPage({ state, intake, via, mayDecline, next, stopUrl }: LinkView): HtmlPage {
  if ((state === 'confirmed' || state === 'again') && (next === 'delivered' || next === 'closed'))
    return withStopLine(confirmedPages[next], stopUrl);
  if (state === 'confirmed') return via === 'relayed' ? relayedPage : withStopLine(confirmedPages[next], stopUrl);
  if (state !== 'asking' && state !== 'again') return withStopLine(pages[state], stopUrl);
  if (intake === undefined) return pages.unknown;
  return withStopLine(questionPage(intake, wordingFor(state, next !== 'no number'), mayDecline), stopUrl);
}

/** Only for a link that was sent to the person: who opened a relayed one says no to the request with the button. */
const withStopLine = (page: HtmlPage, url: string | undefined): HtmlPage =>
  url === undefined
    ? page
    : {
        ...page,
        body: html`${page.body}
          <p class="soft"><a href="${url}">No more messages or calls from us</a></p>`,
      };

function questionPage({ request, attestationVersion }: Intake, words: Wording, mayDecline: boolean): HtmlPage {
  const agent = stripControls(request.agent.name);
  return {
    status: 200,
    title: 'Please confirm',
    body: html`<h1>${words.heading}</h1>
      <p>
        <strong><bdi>${agent}</bdi></strong> ${words.told}
      </p>
      <p>${words.follows}</p>
      <form method="post">
        <input type="hidden" name="wording" value="${words.version}" />
        <button name="decision" value="confirm">${words.yes}</button>
        ${mayDecline ? html`<button name="decision" value="decline">${words.no}</button>` : ''}
      </form>
      <p class="soft">
        ${words.agreement} <span class="whole">Wording ${attestationVersion},</span>
        <span class="whole">${words.version}.</span>
      </p>`,
  };
}

/**
 * Promises no call: the same for everybody, so that whoever relays the link does not learn from it whether the customer
 * is on the do-not-contact list.
 */
const relayedPage: HtmlPage = {
  status: 200,
  title: 'Thank you',
  body: html`<h1>Thank you, you are confirmed.</h1>
    <p>We have your answer. Have your insurer’s offer and valuation report ready if you have them.</p>
    <p class="soft">You pay nothing unless you choose a paid service later.</p>`,
};

const confirmedPages: Record<NextStep, HtmlPage> = {
  call: {
    status: 200,
    title: 'Thank you',
    body: html`<h1>Thank you, you are confirmed.</h1>
      <p>
        A person from our team will call you. Have your insurer’s offer and valuation report ready if you have them.
      </p>
      <p class="soft">
        Changed your mind? Tell the person who calls. You pay nothing unless you choose a paid service later.
      </p>`,
  },
  'no number': {
    status: 200,
    title: 'Thank you',
    body: html`<h1>Thank you, you are confirmed.</h1>
      <p>A person from our team looks at your request. We have no number that we can call you at.</p>
      <p class="soft">You pay nothing unless you choose a paid service later.</p>`,
  },
  delivered: {
    status: 200,
    title: 'The consultation is over',
    body: html`<h1>The consultation is over.</h1>
      <p>This page is no longer needed.</p>
      <p class="soft">You pay nothing for the consultation.</p>`,
  },
  closed: {
    status: 200,
    title: 'Your case is closed',
    body: html`<h1>Your case is closed.</h1>
      <p>Nobody calls you about it any more.</p>`,
  },
};

const pages: Record<Exclude<LinkState, 'asking' | 'again' | 'confirmed'>, HtmlPage> = {
  declined: {
    status: 200,
    title: 'You said no',
    body: html`<h1>You said no, and we respect that.</h1>
      <p>Nobody from our team will contact you about this request.</p>
      <p class="soft">If you would like help after all, ask the same assistant to send the request again.</p>`,
  },
  expired: {
    status: 410,
    title: 'This link has expired',
    body: html`<h1>This link has expired.</h1>
      <p>Nobody answered in time, so the request was closed. Nothing more will happen.</p>
      <p class="soft">If you still want help, ask the same assistant to send the request again.</p>`,
  },
  struck: {
    status: 200,
    title: 'Taken off the request',
    body: html`<h1>This number was taken off the request.</h1>
      <p>Nobody calls or texts it about this request.</p>`,
  },
  stopped: {
    status: 200,
    title: 'You asked us to stop',
    body: html`<h1>You asked us to stop.</h1>
      <p>Nobody from our team contacts you.</p>`,
  },
  unknown: {
    status: 404,
    title: 'We do not recognize this link',
    body: html`<h1>We do not recognize this link.</h1>
      <p>Please open the complete link from the message again.</p>`,
  },
};

/** The page after an answer that was not taken, by the state that refused it. */
export function refusalPage(view: LinkView, state: LinkState): HtmlPage {
  if (state === 'confirmed' || state === 'declined') return conflictPage(state, view);
  const page = linkPage({ ...view, state });
  return state === 'struck' || state === 'stopped' ? { ...page, status: 409 } : page;
}

/** How a yes is taken back; after the consultation there is nothing left of it to take back. */
const confirmedWays: Partial<Record<NextStep, string>> = {
  call: 'tell the person who calls you',
  'no number': 'open the stop link in our email',
};

/** Somebody asks for the opposite of what was decided; only the team can change that, by telephone. */
function conflictPage(state: 'confirmed' | 'declined', { next, stopUrl }: LinkView): HtmlPage {
  const title = state === 'confirmed' ? 'You had already said yes' : 'You had already said no';
  const declinedWay = 'ask the same assistant to send the request again; nobody calls you before that';
  const way = state === 'declined' ? declinedWay : confirmedWays[next];
  const page = {
    status: 409,
    title,
    body: html`<h1>${title}.</h1>
      <p>We did not change it. ${way && `To change it now, ${way}.`}</p>`,
  };
  return withStopLine(page, stopUrl);
}
