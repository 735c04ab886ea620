import { html } from '#lib/text/html';
import type { Stop } from '#lib/text/stop-link';
import type { HtmlPage } from '#platform/http';

/** Asks once: mail scanners and link previews fetch links, so only the button stops anything. */
export const askingPage = (stop: Stop): HtmlPage => ({
  status: 200,
  title: 'Stop messages and calls',
  body: html`<h1>No more messages or calls ${'contacts' in stop ? 'from us' : 'about this claim'}?</h1>
    <p>Press the button. ${promiseOf(stop)}</p>
    <form method="post" class="stack">
      <button name="decision" value="stop">Stop messages and calls</button>
    </form>
    <p class="soft">It takes effect at once, by email, text and telephone. You do not need to say why.</p>`,
});

export const stoppedPage = (stop: Stop): HtmlPage => ({
  status: 200,
  title: 'Stopped',
  body: html`<h1>Done. We have stopped.</h1>
    <p>${promiseOf(stop)}</p>
    <p>What was still waiting to be sent has been withdrawn.</p>
    <p class="soft">You can close this page.</p>`,
});

/** What a stop covers: a contact and every request that names it, or one claim. Another contact of theirs is not listed. */
function promiseOf(stop: Stop): string {
  if (!('contacts' in stop)) return 'We no longer write to you or call you about this claim.';
  return stop.contacts.phone === undefined
    ? 'We no longer write to this address, and nobody contacts you about any request that names it.'
    : 'We no longer text or call this number, and nobody contacts you about any request that names it.';
}

export const unknownPage: HtmlPage = {
  status: 404,
  title: 'We do not recognize this link',
  body: html`<h1>We do not recognize this link.</h1>
    <p>
      Please open the complete link from the newest message again. You can also answer STOP to a text, or tell the
      person who calls.
    </p>`,
};
