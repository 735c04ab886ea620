import type { DocsSection } from '#app/reference/page-source';
import { statusPage, type DocsLibrary, type DocsPage } from './library.ts';
import { twinOf } from './to-markdown-url.ts';

const headings: readonly (readonly [section: DocsSection, heading: string])[] = [
  ['start', 'Start'],
  ['concepts', 'Concepts'],
  ['guides', 'Guides'],
  ['agent', 'Agent API'],
  ['agent-sandbox', 'Agent sandbox'],
  ['gap', 'Partner API'],
  ['events', 'Events'],
  ['errors', 'Errors'],
  ['more', 'More'],
];

const isObject = ({ path }: DocsPage): boolean => path.includes('/objects/');

const lead = [
  '# Makewhole',
  '',
  '> Makewhole helps people whose car was totaled and whose insurer offered too little. AI agents submit cases for owners who asked them to, and lenders refer borrowers; a person reviews the offer with the owner, and the owner decides.',
];

/** Files for programs that are not pages. */
const agentFiles = [
  ['SKILL.md', '/.well-known/agent-skills/makewhole/SKILL.md', 'A skill: the steps with an owner, consent first.'],
  ['tools.json', '/developers/agent/tools.json', 'Three operations as strict functions, and the consent wording.'],
  ['MCP server card', '/mcp/server-card', 'The MCP server’s identity and URL: /mcp, or /sandbox/mcp in the sandbox.'],
  ['api-catalog', '/.well-known/api-catalog', 'All APIs of this host (RFC 9727).'],
] as const;

/** The first file that a program reads: all pages except objects, each with its Markdown link and one sentence. */
export function shortText(library: DocsLibrary, base: string): string {
  const bySection = Map.groupBy(library.pages, ({ section }) => section);
  const line = ({ title, path, description }: Pick<DocsPage, 'title' | 'path' | 'description'>): string =>
    `- [${title}](${base}${twinOf(path)}): ${description}`;
  const sections = headings.flatMap(([section, heading]) => {
    const pages = (bySection.get(section) ?? []).filter((page) => !isObject(page));
    return pages.length === 0 ? [] : ['', `## ${heading}`, '', ...pages.map(line)];
  });
  return [
    ...lead,
    '',
    `Each page is also available as Markdown: add .md to its URL, or send Accept: text/markdown. Everything in one file: ${base}/llms-full.txt. API descriptions (OpenAPI 3.1): ${base}/developers/agent/openapi.json, ${base}/developers/agent-sandbox/openapi.json, ${base}/developers/agent-console/openapi.json and ${base}/developers/gap/openapi.json.`,
    '',
    '## For agents',
    '',
    ...agentFiles.map(([title, path, about]) => `- [${title}](${base}${path}): ${about}`),
    ...sections,
    line(statusPage),
    '',
  ].join('\n');
}

/** All pages except objects, one after the other; the interface descriptions contain all objects. */
export const fullText = (library: DocsLibrary, base: string): string =>
  [
    ...lead,
    '',
    ...agentFiles.map(([title, path, about]) => `- [${title}](${base}${path}): ${about}`),
    ...library.pages
      .filter((page) => !isObject(page))
      .flatMap(({ path, markdown }) => part(`${base}${path}`, markdown)),
    ...part(`${base}${statusPage.path}`, statusText(base)),
    '',
  ].join('\n');

const part = (source: string, markdown: string): string[] => [
  '',
  '---',
  '',
  `Source: ${source}`,
  '',
  markdown.trimEnd(),
];

/** The status changes every minute and this file does not, so it only links to the page. */
const statusText = (base: string): string => {
  const { title, description, path } = statusPage;
  const twins = `${base}${twinOf(path)} and, for programs, ${base}${path}.json`;
  return `# ${title}\n\n${description} It changes every minute, so it is not copied here: ${twins}.`;
};
