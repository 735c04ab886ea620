import { escapeHtml } from '#lib/text/html';
import type { PageSource } from './page-source.ts';
import { apiChanges, type ApiChange } from './changelog-data.ts';
import { renderMarkdown } from './render-markdown.ts';

/** What changed for API users, as a page. */
export const changelogPage: PageSource = {
  path: '/developers/changelog',
  title: 'Changelog',
  description: 'What changed for users of the APIs, the newest first, also as a feed.',
  section: 'more',
  order: 900,
  markdown: () =>
    `${['# Changelog', 'What changed for users of the APIs, the newest first. Also as an [Atom feed](/developers/changelog.atom).', ...apiChanges.map(toSection)].join('\n\n')}\n`,
};

const toSection = ({ date, title, surfaces, text }: ApiChange): string =>
  [`## ${date}: ${title}`, `**${surfaces.join(', ')}.** ${text}`].join('\n\n');

const atNoon = (date: string): string => `${date}T12:00:00Z`;

/** The same as an Atom feed (RFC 4287). */
export function changelogFeed(base: string): string {
  const page = `${base}/developers/changelog`;
  const newest = apiChanges[0]?.date ?? '2026-11-15';
  const anchors = renderMarkdown(changelogPage.markdown()).headings.filter(({ depth }) => depth === 2);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeHtml(`${page}.atom`)}</id>`,
    '<title>Makewhole API changelog</title>',
    '<author><name>Makewhole</name></author>',
    `<updated>${atNoon(newest)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeHtml(`${page}.atom`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(page)}"/>`,
    ...apiChanges.map((change, place) => toEntry(change, { page, base, anchor: anchors[place]?.id ?? '' })),
    '</feed>',
    '',
  ].join('\n');
}

type EntryPlace = { readonly page: string; readonly base: string; readonly anchor: string };

function toEntry({ id, date, title, surfaces, text }: ApiChange, { page, base, anchor }: EntryPlace): string {
  // Feed readers show it on other hosts, where an address without a host does not work.
  const content = renderMarkdown(text).html.replaceAll('href="/', `href="${escapeHtml(base)}/`);
  const categories = surfaces.map((surface) => `<category term="${surface}"/>`).join('');
  return `<entry><id>${escapeHtml(`${page}#${id}`)}</id><title>${escapeHtml(title)}</title><updated>${atNoon(date)}</updated><link rel="alternate" type="text/html" href="${escapeHtml(`${page}#${anchor}`)}"/>${categories}<content type="html">${escapeHtml(content)}</content></entry>`;
}
