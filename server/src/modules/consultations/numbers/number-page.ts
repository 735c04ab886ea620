import { type Html, html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import type { NumberAnswer } from './give-number.ts';

const form = html`<form class="stack" method="post">
  <label
    >Your US telephone number, with its area code
    <input name="number" type="tel" autocomplete="tel" required maxlength="30"
  /></label>
  <button>Call me at this number</button>
</form>`;

const asks = html`<p>
    The number that we were given for you is somebody else’s, and we no longer call it. A person from our team calls you
    at the one you give here. We never place automated calls.
  </p>
  ${form}
  <p class="soft">If you no longer want the free consultation, close this page. Nobody calls you.</p>`;

/** The page that asks for a number, by its state. It names nobody and nothing of the case. */
export function numberPage(state: NumberAnswer, stop: string | undefined): HtmlPage {
  const { body, ...page } = pages[state];
  return { ...page, body: html`${body}${stop === undefined ? undefined : stopLink(stop)}` };
}

const stopLink = (url: string): Html =>
  html`<p class="soft"><a href="${url}">No more messages or calls from us</a></p>`;

const pages: Readonly<Record<NumberAnswer, HtmlPage>> = {
  asking: {
    status: 200,
    title: 'Which number may we call you at?',
    body: html`<h1>Which number may we call you at?</h1>
      ${asks}`,
  },
  refused: {
    status: 422,
    title: 'We cannot call this number',
    body: html`<h1>We cannot call this number.</h1>
      <p class="problem" role="alert">Please give another US number.</p>
      ${asks}`,
  },
  given: {
    status: 200,
    title: 'Thank you',
    body: html`<h1>Thank you, we have your number.</h1>
      <p>
        A person from our team will call you. Have your insurer’s offer and valuation report ready if you have them.
      </p>`,
  },
  known: {
    status: 200,
    title: 'Thank you',
    body: html`<h1>Thank you, we have your number.</h1>`,
  },
  stopped: {
    status: 200,
    title: 'You asked us to stop',
    body: html`<h1>You asked us to stop.</h1>
      <p>Nobody from our team contacts you.</p>`,
  },
  over: {
    status: 410,
    title: 'This page is no longer needed',
    body: html`<h1>This page is no longer needed.</h1>
      <p>Nothing more happens here. If you still want help, ask whoever sent us your request to send it again.</p>`,
  },
  unknown: {
    status: 404,
    title: 'We do not recognize this link',
    body: html`<h1>We do not recognize this link.</h1>
      <p>Please open the complete link from the newest message again.</p>`,
  },
};
