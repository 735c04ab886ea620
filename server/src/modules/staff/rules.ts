import { languages } from '#lib/languages/language';

type OriginHeaders = {
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
};

/**
 * Whether one of our pages made the request, according to the browser's headers. A request without them is refused. A page without a
 * referrer posts its forms with the origin `null`, which is accepted only together with `Sec-Fetch-Site: same-origin`.
 */
export function isOwnOrigin(headers: OriginHeaders, publicBaseUrl: string): boolean {
  const own = new URL(publicBaseUrl).origin;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== 'null' && origin !== own) return false;
  return site === undefined ? origin === own : site === 'same-origin';
}

/** Languages a staff member may list; everyone speaks English. */
export const spokenLanguages = languages.filter((language) => language !== 'en');

export const isSpokenLanguage = (text: string): text is (typeof spokenLanguages)[number] =>
  spokenLanguages.includes(text as (typeof spokenLanguages)[number]);
