import type { Language } from '#lib/languages/language';
import { html, type Html } from '#lib/text/html';
import { htmlErrorWords } from './html-error-messages.ts';

/** Links to follow from an address that does not exist. */
export function errorLeads(status: number, language: Language): Html | undefined {
  if (status !== 404) return undefined;
  const { findPage, home, contact } = htmlErrorWords[language];
  return html`<ul>
    <li><a href="/case?lang=${language}">${findPage}</a></li>
    <li><a href="/?lang=${language}">${home}</a></li>
    <li><a href="/contact?lang=${language}">${contact}</a></li>
  </ul>`;
}
