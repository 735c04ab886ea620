import type { Language } from '#lib/languages/language';
import { html, type Html } from '#lib/text/html';
import { stopUrlIn } from '#lib/text/stop-link';
import { withTestNotice, yourPageLine, type HtmlPage } from '#platform/http';
import type { Intake } from '../store.ts';
import type { LinkView, NextStep } from './confirmation.ts';
import { linkWords } from './link-messages.ts';
import { shownAgent, wordingFor, type LinkState, type Wording } from './rules.ts';

type Words = (typeof linkWords)[Language];

/** The page of a link by its state. It names the agent and shows no other submitted data. */
export function linkPage(view: LinkView, language: Language): HtmlPage {
  const page = { ...withStopLine(pageOf(view, language), view.stopUrl, linkWords[language]), language };
  return view.intake?.test === true ? withTestNotice(page, language, 'what owners read') : page;
}

function pageOf(view: LinkView, language: Language): HtmlPage {
  const { state, intake, via, next } = view;
  const words = linkWords[language];
  const page = yourPageLine(view.pageUrl, language);
  if ((state === 'confirmed' || state === 'again') && (next === 'delivered' || next === 'closed'))
    return confirmedPages[next](words, page);
  if (state === 'confirmed') return via === 'relayed' ? relayedPage(words) : confirmedPages[next](words, page);
  if (state === 'expired') return expiredPage(words, page);
  if (state !== 'asking' && state !== 'again') return pages[state](words);
  if (intake === undefined) return pages.unknown(words);
  const asked = wordingFor(state, next !== 'no number', language);
  return questionPage(intake, asked, { words, mayDecline: view.mayDecline });
}

/** Only for a link sent to the customer; the visitor of a relayed link answers no with the button. */
const withStopLine = (page: HtmlPage, url: string | undefined, words: Words): HtmlPage =>
  url === undefined
    ? page
    : {
        ...page,
        body: html`${page.body}
          <p class="soft"><a href="${stopUrlIn(url, page.language)}">${words.noMore}</a></p>`,
      };

type Question = { readonly words: Words; readonly mayDecline: boolean };

/** One question and one tap; no is as easy to reach as yes, and needs no reason. */
function questionPage(
  { request, attestationVersion }: Intake,
  asked: Wording,
  { words, mayDecline }: Question,
): HtmlPage {
  const agent = shownAgent(request.agent) ?? words.someAgent;
  return {
    status: 200,
    title: words.confirmTitle,
    body: html`<h1>${asked.heading}</h1>
      <p>
        <strong><bdi>${agent}</bdi></strong> ${asked.told}
      </p>
      <p>${asked.follows}</p>
      <form method="post">
        <input type="hidden" name="wording" value="${asked.version}" />
        <button class="primary" name="decision" value="confirm">${asked.yes}</button>
        ${mayDecline ? html`<button class="plain" name="decision" value="decline">${asked.no}</button>` : ''}
      </form>
      <p class="soft">
        ${asked.agreement} <span class="whole">${words.attestation(attestationVersion)}</span>
        <span class="whole">${asked.version}.</span>
      </p>`,
  };
}

/**
 * Promises no call and is always the same, so that a person who relays the link does not learn whether the customer
 * is on the do-not-contact list.
 */
const relayedPage = (words: Words): HtmlPage => ({
  status: 200,
  title: words.thanks,
  body: html`<h1>${words.confirmed}</h1>
    <p>${words.relayed}</p>
    <p class="soft">${words.noCost}</p>`,
});

/** The state after a yes, and the link to the customer's own page. */
const confirmedPages: Record<NextStep, (words: Words, page: Html | undefined) => HtmlPage> = {
  call: (words, page) => ({
    status: 200,
    title: words.thanks,
    body: html`<h1>${words.confirmed}</h1>
      <p>${words.willCall}</p>
      ${page}
      <p class="soft">${words.changedMind}</p>`,
  }),
  'no number': (words, page) => ({
    status: 200,
    title: words.thanks,
    body: html`<h1>${words.confirmed}</h1>
      <p>${words.noNumber}</p>
      ${page}
      <p class="soft">${words.noCost}</p>`,
  }),
  delivered: (words, page) => ({
    status: 200,
    title: words.overTitle,
    body: html`<h1>${words.over}</h1>
      <p>${words.notNeeded}</p>
      ${page}
      <p class="soft">${words.free}</p>`,
  }),
  closed: (words, page) => ({
    status: 200,
    title: words.closedTitle,
    body: html`<h1>${words.closed}</h1>
      <p>${words.nobodyCalls}</p>
      ${page}`,
  }),
};

/** A customer with our own link can say on their own page that they still want help. */
const expiredPage = (words: Words, page: Html | undefined): HtmlPage => ({
  status: 410,
  title: words.expiredTitle,
  body: html`<h1>${words.expired}</h1>
    <p>${words.noAnswer}</p>
    ${
      page === undefined
        ? html`<p class="soft">${words.helpAgain}</p>`
        : html`<p>${words.stillWanted}</p>
            ${page}`
    }`,
});

const pages: Record<Exclude<LinkState, 'asking' | 'again' | 'confirmed' | 'expired'>, (words: Words) => HtmlPage> = {
  declined: (words) => ({
    status: 200,
    title: words.saidNoTitle,
    body: html`<h1>${words.saidNo}</h1>
      <p>${words.noContact}</p>
      <p class="soft">${words.helpAfterAll}</p>`,
  }),
  struck: (words) => ({
    status: 200,
    title: words.struckTitle,
    body: html`<h1>${words.struck}</h1>
      <p>${words.struckFollows}</p>`,
  }),
  stopped: (words) => ({
    status: 200,
    title: words.stoppedTitle,
    body: html`<h1>${words.stopped}</h1>
      <p>${words.stoppedFollows}</p>`,
  }),
  unknown: (words) => ({
    status: 404,
    title: words.unknownTitle,
    body: html`<h1>${words.unknown}</h1>
      <p>${words.openAgain}</p>`,
  }),
};

/** The page after a refused answer, by the state that refused it. */
export function refusalPage(view: LinkView, state: LinkState, language: Language): HtmlPage {
  if (state === 'confirmed' || state === 'declined') return conflictPage(state, view, language);
  const page = linkPage({ ...view, state }, language);
  return state === 'struck' || state === 'stopped' ? { ...page, status: 409 } : page;
}

/** How to take back a yes; after the consultation nothing is left to take back. */
const confirmedWays: Partial<Record<NextStep, 'wayCall' | 'wayStop'>> = { call: 'wayCall', 'no number': 'wayStop' };

/** For an answer opposite to the recorded one: only the team can change it, by phone. */
function conflictPage(state: 'confirmed' | 'declined', view: LinkView, language: Language): HtmlPage {
  const { next, stopUrl } = view;
  const words = linkWords[language];
  const title = state === 'confirmed' ? words.conflictYes : words.conflictNo;
  const way = state === 'declined' ? 'wayAgain' : confirmedWays[next];
  const page = {
    status: 409,
    title,
    language,
    body: html`<h1>${title}.</h1>
      <p>${words.unchanged} ${way && words[way]}</p>`,
  };
  const whole = withStopLine(page, stopUrl, words);
  return view.intake?.test === true ? withTestNotice(whole, language, 'what owners read') : whole;
}
