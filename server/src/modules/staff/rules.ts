import { languages } from '#lib/languages/language';

type OriginHeaders = {
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
};

/**
 * Whether a request was made by a page of ours. Browsers say so; a request without these headers is refused. A page
 * without a referrer posts its forms with the origin `null`, which counts only together with `Sec-Fetch-Site:
 * same-origin`.
 */
export function isOwnOrigin(headers: OriginHeaders, publicBaseUrl: string): boolean {
  const own = new URL(publicBaseUrl).origin;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== 'null' && origin !== own) return false;
  return site === undefined ? origin === own : site === 'same-origin';
}

/** What a staff member may speak beside English, which everybody does. */
export const spokenLanguages = languages.filter((language) => language !== 'en');

export const isSpokenLanguage = (text: string): text is (typeof spokenLanguages)[number] =>
  spokenLanguages.includes(text as (typeof spokenLanguages)[number]);
