import type { Language } from '#lib/languages/language';
import { html, type Html } from '#lib/text/html';
import { stopUrlIn } from '#lib/text/stop-link';
import { stripControls } from '#modules/customers';
import { withTestNotice, yourPageLine, type HtmlPage } from '#platform/http';
import { consentWords } from './consent-messages.ts';
import { invitationPageWords } from './invitation-messages.ts';
import type { InvitationView } from './invitation.ts';
import { whatFollows, whoPays, type InvitationState } from './rules.ts';

type Words = (typeof invitationPageWords)[Language];

/** The page of an invitation by its state. It names the institution, and no other submitted data. */
export function invitationPage(view: InvitationView, language: Language): HtmlPage {
  const page = { ...pageOf(view, language), language };
  return view.test === true ? withTestNotice(page, language, 'what owners read') : page;
}

function pageOf(view: InvitationView, language: Language): HtmlPage {
  const { state, institution } = view;
  const words = invitationPageWords[language];
  if (state === 'asking')
    return institution === undefined ? pages.unknown(words) : askingPage({ ...view, institution }, language);
  return state === 'accepted' ? acceptedPage(view, language) : pages[state](words);
}

function acceptedPage(view: InvitationView, language: Language): HtmlPage {
  const words = invitationPageWords[language];
  const page = view.over === undefined ? waitingPage(view, language) : overPages[view.over](words);
  return {
    ...page,
    body: html`${page.body} ${yourPageLine(view.pageUrl, language)}
    ${stopLink(view.stop, { text: words.noMoreOfThis, language })}`,
  };
}

const overPages: Record<'delivered' | 'closed', (words: Words) => HtmlPage> = {
  delivered: (words) => ({
    status: 200,
    title: words.overTitle,
    body: html`<h1>${words.over}</h1>
      <p>${words.notNeeded}</p>
      <p class="soft">${words.noCost}</p>`,
  }),
  closed: (words) => ({
    status: 200,
    title: words.closedTitle,
    body: html`<h1>${words.closed}</h1>
      <p>${words.nobodyCalls}</p>`,
  }),
};

/** If the lender or the team made the case, the borrower has given no answer to thank for. */
function headingOf({ callable, answered }: InvitationView, words: Words): string {
  if (answered === true) return callable === true ? words.thanksCall : words.thanksAnswer;
  return callable === true ? words.weCall : words.weHave;
}

function waitingPage(view: InvitationView, language: Language): HtmlPage {
  const { callable, priced, answered } = view;
  const words = invitationPageWords[language];
  return {
    status: 200,
    title: answered === true ? words.thanksTitle : words.caseTitle,
    body: html`<h1>${headingOf(view, words)}</h1>
      <p>${callable === true ? words.willCall : words.noNumber}</p>
      <p class="soft">
        ${callable === true ? words.changedMind : ''} ${words.free} ${priced && whoPays(priced, language)}
      </p>`,
  };
}

const stopLink = (
  url: string | undefined,
  { text, language }: { text: string; language: Language },
): Html | undefined =>
  url === undefined ? undefined : html`<p class="soft"><a href="${stopUrlIn(url, language)}">${text}</a></p>`;

type Asking = InvitationView & { readonly institution: string };

function askingPage({ institution, stop, callable, priced }: Asking, language: Language): HtmlPage {
  const [words, asked] = [invitationPageWords[language], consentWords[language]];
  return {
    status: 200,
    title: words.invitedTitle,
    body: html`<h1>${asked.heading}</h1>
      <p>
        <strong><bdi>${stripControls(institution)}</bdi></strong> ${asked.invites}
      </p>
      <p>${whatFollows(callable === true, language)}</p>
      <p>${priced && whoPays(priced, language)}</p>
      <form method="post">
        <button class="primary" name="decision" value="accept">${asked.yes}</button>
        <button class="plain" name="decision" value="decline">${asked.no}</button>
      </form>
      <p class="soft">${asked.agreement}</p>
      ${stopLink(stop, { text: words.noMore, language })}`,
  };
}

const pages: Record<Exclude<InvitationState, 'asking' | 'accepted'>, (words: Words) => HtmlPage> = {
  refused: (words) => ({
    status: 200,
    title: words.saidNoTitle,
    body: html`<h1>${words.saidNo}</h1>
      <p>${words.refused}</p>`,
  }),
  stopped: (words) => ({
    status: 200,
    title: words.stoppedTitle,
    body: html`<h1>${words.stopped}</h1>
      <p>${words.stoppedFollows}</p>`,
  }),
  declined: (words) => ({
    status: 200,
    title: words.saidNoTitle,
    body: html`<h1>${words.saidNo}</h1>
      <p>${words.declined}</p>
      <p class="soft">${words.helpAfterAll}</p>`,
  }),
  expired: (words) => ({
    status: 410,
    title: words.expiredTitle,
    body: html`<h1>${words.expired}</h1>
      <p>${words.noAnswer}</p>
      <p class="soft">${words.helpAgain}</p>`,
  }),
  withdrawn: (words) => ({
    status: 410,
    title: words.withdrawnTitle,
    body: html`<h1>${words.withdrawn}</h1>
      <p>${words.withdrawnFollows}</p>`,
  }),
  unknown: (words) => ({
    status: 404,
    title: words.unknownTitle,
    body: html`<h1>${words.unknown}</h1>
      <p>${words.openAgain}</p>`,
  }),
};

/** The borrower asks for the opposite of the decision; only the team can change that, by phone. */
export function conflictPage(state: 'accepted' | 'declined', view: InvitationView, language: Language): HtmlPage {
  // Stopped, or over: nothing can be changed anymore.
  if (state === 'accepted' && (view.state !== 'accepted' || view.over !== undefined))
    return { ...invitationPage(view, language), status: 409 };
  const words = invitationPageWords[language];
  const title =
    state === 'declined' ? words.conflictNo : view.answered === true ? words.conflictYes : words.conflictOpen;
  const way = state === 'declined' ? words.wayAgain : view.callable === true ? words.wayCall : undefined;
  const page = {
    status: 409,
    title,
    language,
    body: html`<h1>${title}.</h1>
      <p>${words.unchanged} ${way}</p>`,
  };
  return view.test === true ? withTestNotice(page, language, 'what owners read') : page;
}
