import type { FastifyRequest } from 'fastify';
import { isLanguage, pickLanguage, type Language } from '#lib/languages/language';

/**
 * The language of the response: that of the link that the reader clicked, else their earlier choice, else their
 * browser's. A form without an action keeps `?lang=`, so submitting it stays in the page's language.
 */
export function requestLanguage({ query, headers }: FastifyRequest, chosen?: Language): Language {
  const { lang } = query as { readonly lang?: unknown };
  return isLanguage(lang) ? lang : (chosen ?? pickLanguage(headers['accept-language']));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the page's language switch posts to; without it the switch links to the same address with `?lang=`. */
    languageUrl: string | undefined;
  }
}

/** The owner's earlier choice, and where to store a new one. */
type OwnerLanguage = { readonly language: Language | undefined; readonly languageUrl: string | undefined };

/** The language of the response to a case's owner; the page's switch then stores their choice. */
export function customerLanguage(request: FastifyRequest, owner: OwnerLanguage | undefined): Language {
  request.languageUrl = owner?.languageUrl;
  return requestLanguage(request, owner?.language);
}

/** Keeps the language for the page that a form leads to. */
export function languageQuery({ query }: FastifyRequest): string {
  const { lang } = query as { readonly lang?: unknown };
  return isLanguage(lang) ? `?lang=${lang}` : '';
}
