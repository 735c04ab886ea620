import type { FastifyRequest } from 'fastify';
import { isLanguage, pickLanguage, type Language } from '#lib/languages/language';

/**
 * In which language to answer: as the link says that the reader pressed, else as they chose before, else as their browser
 * asks. A form without an action keeps `?lang=`, so what is pressed on a page is in the language of the page.
 */
export function requestLanguage({ query, headers }: FastifyRequest, chosen?: Language): Language {
  const { lang } = query as { readonly lang?: unknown };
  return isLanguage(lang) ? lang : (chosen ?? pickLanguage(headers['accept-language']));
}

/** The same choice for the page that a form leads to. */
export function languageQuery({ query }: FastifyRequest): string {
  const { lang } = query as { readonly lang?: unknown };
  return isLanguage(lang) ? `?lang=${lang}` : '';
}
