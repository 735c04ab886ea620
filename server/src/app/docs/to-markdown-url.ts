import { splitFences } from '#app/reference/split-fences';

/** Where a page is as Markdown. */
export const twinOf = (path: string): string => `${path}.md`;

/** A link to an address of ours. */
const ownLink = /\]\((\/[^()\s#]*)(#[^()\s]*)?\)/g;

type Where = { readonly base: string; isPage(path: string): boolean };

/**
 * A page as programs get it. Whoever reads it alone, out of a file of all pages or over MCP, does not know which host it came
 * from, and should find Markdown behind its links as well.
 */
export function toTwin(markdown: string, { base, isPage }: Where): string {
  const toTwinLink = (_link: string, path: string, anchor = ''): string =>
    `](${base}${isPage(path) ? twinOf(path) : path}${anchor})`;
  return splitFences(markdown)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(ownLink, toTwinLink)))
    .join('');
}
