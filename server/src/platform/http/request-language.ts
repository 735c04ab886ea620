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

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the language switch of the page is posted; without it the switch leads to the same address with `?lang=`. */
    languageUrl: string | undefined;
  }
}

/** What the owner of a case chose before, and where a choice is stored. */
type OwnerLanguage = { readonly language: Language | undefined; readonly languageUrl: string | undefined };

/** In which language to answer the owner of a case; the switch on the page then stores what they choose. */
export function customerLanguage(request: FastifyRequest, owner: OwnerLanguage | undefined): Language {
  request.languageUrl = owner?.languageUrl;
  return requestLanguage(request, owner?.language);
}

/** The same choice for the page that a form leads to. */
export function languageQuery({ query }: FastifyRequest): string {
  const { lang } = query as { readonly lang?: unknown };
  return isLanguage(lang) ? `?lang=${lang}` : '';
}
