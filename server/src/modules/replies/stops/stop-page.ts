import type { Language } from '#lib/languages/language';
import { html } from '#lib/text/html';
import type { Stop } from '#lib/text/stop-link';
import { type HtmlPage, withTestNotice } from '#platform/http';
import { stopWords } from './stop-messages.ts';

type Shown = { readonly stop: Stop; readonly test: boolean; readonly language: Language };

/** Asks for confirmation: mail scanners and link previews fetch links, so only the button stops anything. */
export function askingPage({ stop, test, language }: Shown): HtmlPage {
  const words = stopWords[language];
  const page = {
    status: 200,
    language,
    title: words.title,
    body: html`<h1>${'contacts' in stop ? words.askContact : words.askClaim}</h1>
      <p>${words.press} ${test ? words.test.ask : promiseOf(stop, language)}</p>
      <form method="post" class="stack">
        <button name="decision" value="stop">${words.button}</button>
      </form>
      ${test ? undefined : html`<p class="soft">${words.atOnce}</p>`}`,
  };
  return test ? withTestNotice(page, language) : page;
}

export function stoppedPage({ stop, test, language }: Shown): HtmlPage {
  const words = stopWords[language];
  const page = { status: 200, language, title: words.doneTitle };
  if (test)
    return withTestNotice(
      {
        ...page,
        body: html`<h1>${words.test.done}</h1>
          <p>${words.test.alone}</p>
          <p class="soft">${words.close}</p>`,
      },
      language,
    );
  return {
    ...page,
    body: html`<h1>${words.done}</h1>
      <p>${promiseOf(stop, language)}</p>
      <p>${words.withdrawn}</p>
      <p class="soft">${words.close}</p>`,
  };
}

/** What a stop covers: a contact and every request that names it, or one claim. The customer's other contacts are not listed. */
function promiseOf(stop: Stop, language: Language): string {
  const words = stopWords[language];
  if (!('contacts' in stop)) return words.claim;
  return stop.contacts.phone === undefined ? words.address : words.number;
}

export function unknownPage(language: Language): HtmlPage {
  const words = stopWords[language];
  return {
    status: 404,
    language,
    title: words.unknownTitle,
    body: html`<h1>${words.unknown}</h1>
      <p>${words.openAgain}</p>`,
  };
}
