import type { Language } from '#lib/languages/language';
import { html } from '#lib/text/html';
import { frameWords } from './frame-messages.ts';
import type { HtmlPage } from './html-page.ts';

/** Shows first that the page belongs to a test. Pages that still show the owner's text, so that it can be tried, have `shows`. */
export function withTestNotice(page: HtmlPage, language: Language, shows?: 'what owners read'): HtmlPage {
  const words = frameWords[language];
  return {
    ...page,
    body: html`<p class="panel">${words.test} ${shows === undefined ? undefined : words.testShown}</p>
      ${page.body}`,
  };
}
