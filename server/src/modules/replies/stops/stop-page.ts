import type { Language } from '#lib/languages/language';
import { html } from '#lib/text/html';
import type { Stop } from '#lib/text/stop-link';
import type { HtmlPage } from '#platform/http';
import { stopWords } from './stop-words.ts';

/** Asks once: mail scanners and link previews fetch links, so only the button stops anything. */
export function askingPage(stop: Stop, language: Language): HtmlPage {
  const words = stopWords[language];
  return {
    status: 200,
    language,
    title: words.title,
    body: html`<h1>${'contacts' in stop ? words.askContact : words.askClaim}</h1>
      <p>${words.press} ${promiseOf(stop, language)}</p>
      <form method="post" class="stack">
        <button name="decision" value="stop">${words.button}</button>
      </form>
      <p class="soft">${words.atOnce}</p>`,
  };
}

export function stoppedPage(stop: Stop, language: Language): HtmlPage {
  const words = stopWords[language];
  return {
    status: 200,
    language,
    title: words.doneTitle,
    body: html`<h1>${words.done}</h1>
      <p>${promiseOf(stop, language)}</p>
      <p>${words.withdrawn}</p>
      <p class="soft">${words.close}</p>`,
  };
}

/** What a stop covers: a contact and every request that names it, or one claim. Another contact of theirs is not listed. */
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
