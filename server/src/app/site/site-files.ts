import { addDays } from '#lib/time/dates';
import type { Config } from '#platform/config';

/** The public pages, in the order in which a visitor may want them. */
export const publicPaths = ['/', '/contact', '/privacy', '/terms'] as const;

/** How long what the file says is valid; RFC 9116 asks for less than a year. */
const validDays = 180;

/** For whoever finds a hole (RFC 9116). It is made when it is asked for, so its end is always ahead. */
export function securityText({ publicBaseUrl, team }: Config, now: Date): string {
  const expires = `${addDays(now, validDays).toISOString().slice(0, 10)}T00:00:00.000Z`;
  return [
    `Contact: mailto:${team.email}`,
    `Contact: ${publicBaseUrl}/contact`,
    `Expires: ${expires}`,
    'Preferred-Languages: en, es',
    `Canonical: ${publicBaseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/**
 * Interfaces are not for search engines. Private pages are not listed: they say `noindex` themselves, which a robot that
 * may not open them could not read.
 */
export const robotsText = ({ publicBaseUrl }: Config): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /hooks/\nDisallow: /providers/\nSitemap: ${publicBaseUrl}/sitemap.xml\n`;

export const sitemap = ({ publicBaseUrl }: Config, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...publicPaths, ...paths].map((path) => `<url><loc>${publicBaseUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
