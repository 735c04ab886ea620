import { html, type Html } from '#lib/text/html';
import { type HtmlPage, withTestNotice } from '#platform/http';
import type { PageView } from '../views/facts.ts';
import { callSection, factsSection, reportSection, type FactsProblem, type ReportProblem } from './call-page.ts';
import { callWords } from './call-messages.ts';
import { checkSection } from './check-page.ts';
import { contactsSection, dataSection, stopSection } from './contact-page.ts';
import { marketSection, optionsSection, papersSection } from './money-page.ts';
import { headSection, stepsSection } from './status-page.ts';
import { statusWords } from './status-messages.ts';

/** Notices that the address may request after an action; shown only where they are true. */
export const notices = ['call', 'no-call', 'gone', 'busy', 'facts', 'report', 'channels', 'request'] as const;
export type Notice = (typeof notices)[number];

type Shown = {
  readonly done?: Notice | undefined;
  /** Why a form was refused; the page is shown again with the problem. */
  readonly facts?: FactsProblem;
  readonly report?: ReportProblem;
};

/** The customer's own page: one column, no script, everything about one case. */
export function consultationPage(view: PageView, shown: Shown = {}): HtmlPage {
  const { language } = view;
  const words = statusWords[language];
  const title = words.title(view.standing.number);
  const summary = problemsOf(view, shown.facts, shown.report);
  const page = {
    status: summary === undefined ? 200 : 422,
    title: summary === undefined ? title : words.error(title),
    language,
    body: view.standing.isProven ? wholeOf(view, shown, summary) : unprovenOf(view, shown.done),
  };
  return view.standing.test ? withTestNotice(page, language) : page;
}

const wholeOf = (view: PageView, { done, facts, report }: Shown, summary: Html | undefined): Html =>
  html`${summary} ${noticeOf(view, done)} ${headSection(view)} ${stepsSection(view)} ${callSection(view)}
  ${optionsSection(view)} ${marketSection(view)} ${checkSection(view)} ${factsSection(view, facts)}
  ${reportSection(view, report)} ${papersSection(view)} ${contactsSection(view)} ${stopSection(view)}
  ${dataSection(view)}`;

/** An agent may have typed the wrong address, so the page shows nothing of the claim until a reply proves the contact. */
const unprovenOf = (view: PageView, done: Notice | undefined): Html =>
  html`${noticeOf(view, done)}
    <h1>${statusWords[view.language].title(view.standing.number)}</h1>
    ${view.standing.closedAt === undefined && !view.isSilent ? html`<p>${statusWords[view.language][view.standing.test ? 'testUnproven' : 'unproven']}</p>` : undefined}
    ${stepsSection(view)} ${stopSection(view)}`;

/** Each message links to its field. */
function problemsOf({ language }: PageView, facts?: FactsProblem, report?: ReportProblem): Html | undefined {
  const words = callWords[language];
  const problems = [
    ...(facts?.wrong ?? []).map((field) => ({ field, message: words.facts.wrong[field] })),
    ...(report === undefined ? [] : [{ field: 'file', message: words.report.wrong[report] }]),
  ];
  if (problems.length === 0) return undefined;
  return html`<section class="problem" role="alert" aria-labelledby="problems">
    <h2 id="problems">${statusWords[language].problems.heading}</h2>
    <ul>
      ${problems.map(({ field, message }) => html`<li><a href="#field-${field}">${message}</a></li>`)}
    </ul>
  </section>`;
}

/** The address can be opened at any time, so each notice is checked against the stored data. */
function noticeOf(view: PageView, done: Notice | undefined): Html | undefined {
  if (done === undefined || !isTrue(view, done)) return undefined;
  return html`<p class="panel" role="status"><strong>${statusWords[view.language].notices[done]}</strong></p>`;
}

function isTrue({ standing, facts, reports, requests, slots, now }: PageView, done: Notice): boolean {
  switch (done) {
    case 'call':
      return standing.callbackAt !== undefined && standing.callbackAt > now && slots.length > 0;
    case 'no-call':
      return standing.callbackAt === undefined;
    case 'gone':
      return slots.length > 0;
    case 'busy':
      // Staff can open a test case too, but never call about one.
      return standing.isLeased && !standing.test;
    case 'facts':
      return Object.keys(facts.customer).length > 0;
    case 'report':
      return reports > 0;
    case 'request':
      return requests.some((request) => request.done_at === null);
    case 'channels':
      return true;
  }
}
