import { splitFences } from '#app/reference/split-fences';

/** The Markdown version of a page. */
export const twinOf = (path: string): string => `${path}.md`;

/** A link to one of our addresses. */
const ownLink = /\]\((\/[^()\s#]*)(#[^()\s]*)?\)/g;

type Where = { readonly base: string; isPage(path: string): boolean };

/**
 * A page for programs. Read alone, in the file of all pages or over MCP, it does not show its host, so links get one,
 * and lead to Markdown versions.
 */
export function toTwin(markdown: string, { base, isPage }: Where): string {
  const toTwinLink = (_link: string, path: string, anchor = ''): string =>
    `](${base}${isPage(path) ? twinOf(path) : path}${anchor})`;
  return splitFences(markdown)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(ownLink, toTwinLink)))
    .join('');
}
