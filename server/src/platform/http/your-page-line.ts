import type { Language } from '#lib/languages/language';
import { type Html, html } from '#lib/text/html';
import { frameWords } from './frame-messages.ts';

/** Links to the customer's own page, from pages that they opened through a separate link. */
export const yourPageLine = (url: string | undefined, language: Language): Html | undefined =>
  url === undefined ? undefined : html`<p><a class="button" href="${url}">${frameWords[language].yourPage}</a></p>`;
