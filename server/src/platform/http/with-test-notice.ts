import type { Language } from '#lib/languages/language';
import { html } from '#lib/text/html';
import { frameWords } from './frame-messages.ts';
import type { HtmlPage } from './html-page.ts';

/**
 * Whoever opens a page of a test learns so before anything else. Pages that say there what they say to owners, so that it can
 * be tried, have `shows`.
 */
export function withTestNotice(page: HtmlPage, language: Language, shows?: 'what owners read'): HtmlPage {
  const words = frameWords[language];
  return {
    ...page,
    body: html`<p class="panel">${words.test} ${shows === undefined ? undefined : words.testShown}</p>
      ${page.body}`,
  };
}
