/** Where a page is as Markdown. */
export const twinOf = (path: string): string => `${path}.md`;

/** A block of code, which is passed over whole, or a link to an address of ours. */
const parts = /^(?<fence>`{3,})[^\n]*\n[\s\S]*?\n\k<fence>$|\]\((?<path>\/[^)\s#]*)(?<anchor>#[^)\s]*)?\)/gm;

type Where = { readonly base: string; isPage(path: string): boolean };

/**
 * A page as programs get it. Whoever reads it alone, out of a file of all pages or over MCP, does not know which host it came
 * from, and should find Markdown behind its links as well.
 */
export const toTwin = (markdown: string, { base, isPage }: Where): string =>
  markdown.replace(parts, (found, ...rest) => {
    const { path, anchor = '' } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    return path === undefined ? found : `](${base}${isPage(path) ? twinOf(path) : path}${anchor})`;
  });
