import { Marked, type Renderer, type RendererObject, type Token, type Tokens } from 'marked';
import { escapeHtml } from '#lib/text/html';

export type Heading = { readonly id: string; readonly text: string; readonly depth: number };

type Rendered = { readonly html: string; readonly headings: readonly Heading[] };

/** The tab title of a code block, by the language after its fence. */
const tabNames: Readonly<Record<string, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  java: 'Java',
  bash: 'bash',
};

/** `signature_invalid` is unchanged, "Lost & found" becomes lost-found. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_. -]/gu, '')
    .trim()
    .replaceAll(/[ .]+/g, '-');

/** Each heading has an address; a repeated heading gets a number. */
function createSlugs(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const slug = slugOf(text) || 'section';
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/** The language is the first word after the fence. */
const codeBlock = ({ text, lang = '' }: Pick<Tokens.Code, 'text' | 'lang'>): string =>
  `<pre tabindex="0"><code>${highlightCode(text, lang.split(' ')[0] ?? '')}</code></pre>\n`;

/** An address may break after its slashes; otherwise the longest one would determine a table's width. */
const breakable = (code: string): string =>
  code.length < longAddress ? escapeHtml(code) : escapeHtml(code).replaceAll('/', '/<wbr>');
const longAddress = 24;

/** The tab of a block in a tab group: ` ```bash tab=curl `. */
const tabOf = (token: Token): string | undefined =>
  token.type === 'code' ? / tab=([a-z]+)/.exec((token as Tokens.Code).lang ?? '')?.[1] : undefined;

/** Tabs made of radio buttons: they work without a script and by keyboard, and all are printed. */
function tabGroup(blocks: readonly Tokens.Code[], group: number): string {
  const tabs = blocks.map((block, index) => {
    const name = tabOf(block) ?? '';
    const id = `tabs-${group}-${name}`;
    return `<input type="radio" name="tabs-${group}" id="${id}" value="${name}"${index === 0 ? ' checked' : ''}><label for="${id}">${tabNames[name] ?? name}</label><div class="tab">${codeBlock(block)}</div>`;
  });
  return `<fieldset class="tabs"><legend>Language</legend>${tabs.join('')}</fieldset>\n`;
}

/** Consecutive blocks with a tab become one HTML block, because they are shown in one place. */
function groupTabs(tokens: readonly Token[]): Token[] {
  const grouped: Token[] = [];
  let run: Tokens.Code[] = [];
  let groups = 0;
  const flush = (): void => {
    if (run.length === 0) return;
    groups += 1;
    grouped.push({ type: 'html', block: true, pre: false, raw: '', text: tabGroup(run, groups) } as Tokens.HTML);
    run = [];
  };
  for (const token of tokens) {
    if (tabOf(token) !== undefined) run.push(token as Tokens.Code);
    else if (token.type !== 'space' || run.length === 0) {
      flush();
      grouped.push(token);
    }
  }
  flush();
  return grouped;
}

/** A table with this many columns is hard to read without their names. */
const labelledColumns = 4;

const parser = new Marked({ gfm: true });

/** Our own Markdown as HTML, with an address for each heading. Raw HTML in it is a mistake. */
export function renderMarkdown(markdown: string): Rendered {
  const headings: Heading[] = [];
  const toSlug = createSlugs();
  const renderer: RendererObject = {
    heading(this: Renderer, { tokens, depth, text }) {
      const words = plainText(text);
      const id = toSlug(words);
      headings.push({ id, text: words, depth });
      const inside = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1 id="${id}">${inside}</h1>\n`;
      return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inside}</a></h${depth}>\n`;
    },
    code: codeBlock,
    // To be ticked on paper; on the page it cannot be changed.
    checkbox: () => '<span class="box" aria-hidden="true"></span>',
    codespan: ({ text }) => `<code>${breakable(text)}</code>`,
    table(this: Renderer, { header, rows }) {
      const inside = ({ tokens }: Tokens.TableCell): string => this.parser.parseInline(tokens);
      // On a phone the cells of a row are stacked; in wide tables each gets its column's name.
      const labels = header.map(({ text }, column) =>
        header.length < labelledColumns || column === 0 ? '' : ` data-label="${escapeHtml(plainText(text))}"`,
      );
      const heads = header.map((cell) => `<th scope="col">${inside(cell)}</th>`).join('');
      const row = (cells: readonly Tokens.TableCell[]): string =>
        `<tr>${cells.map((cell, column) => `<td${labels[column]}>${inside(cell)}</td>`).join('')}</tr>`;
      return `<div class="scroll" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table></div>\n`;
    },
  };
  const own = new Marked({ gfm: true, renderer });
  const tokens = parser.lexer(markdown);
  refuseRawHtml(tokens);
  return { html: own.parser(groupTabs(tokens)), headings };
}

function refuseRawHtml(tokens: readonly Token[]): void {
  parser.walkTokens([...tokens], (token) => {
    if (token.type === 'html') throw new Error(`raw HTML in Markdown: ${token.raw.slice(0, 60)}`);
  });
}

/** The text of inline Markdown, without markup. */
export const plainText = (inline: string): string =>
  inline
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/\\([\\`*_<>[\]|#])/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim();

// An unterminated string ends at the end of the line, or of the code: searching for a missing end is slow.
const quotes = String.raw`"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`;
const wordsOf = (words: string): string => String.raw`(?<word>\b(?:${words.replaceAll(' ', '|')})\b)`;

/** Parts of code with their own color, by language. A single pass is enough for our samples. */
const patterns: Readonly<Record<string, RegExp>> = {
  // A shell string may span lines, for example a JSON body.
  bash: /(?<comment>(?<=^|\s)#.*)|(?<quoted>"(?:\\[\s\S]|[^"\\])*"?|'[^']*'?)|(?<word>^(?:export|while|do|done)\b)/gm,
  python: new RegExp(
    String.raw`(?<comment>#.*)|(?<quoted>[bf]?(?:${quotes}))|${wordsOf('import from with as def class for in if else while break return try except raise not and or pass True False None')}`,
    'g',
  ),
  typescript: new RegExp(
    String.raw`(?<comment>\/\/.*)|(?<quoted>${quotes}|\`[^\`]*\`?)|${wordsOf('import from const await for of if else throw try catch new async function yield return true false undefined')}`,
    'g',
  ),
  java: new RegExp(
    String.raw`(?<comment>\/\/.*)|(?<quoted>"""(?:[^"]|"{1,2}[^"])*(?:""")?|${quotes})|${wordsOf('import public private static final class void throws throw new return if for try catch true false null int byte boolean')}`,
    'g',
  ),
  json: /(?<quoted>"(?:\\.|[^"\\])*"?)/g,
  http: /(?<word>^(?:[A-Z]+(?= \/)|[\w-]+(?=: )))/gm,
};

/** Aliases of languages. */
const aliases: Readonly<Record<string, string>> = { ts: 'typescript' };

/** Code as HTML; without the tags it is the unchanged code. */
export function highlightCode(code: string, language: string): string {
  const pattern = patterns[aliases[language] ?? language];
  if (pattern === undefined) return escapeHtml(code);
  let [markup, shown] = ['', 0];
  for (const found of code.matchAll(pattern)) {
    const end = found.index + found[0].length;
    const [named = ''] = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    const kind = language === 'json' && isName(code, end) ? 'word' : named;
    markup += `${escapeHtml(code.slice(shown, found.index))}<span class="${kind.charAt(0)}">${escapeHtml(found[0])}</span>`;
    shown = end;
  }
  return markup + escapeHtml(code.slice(shown));
}

/** Whether a colon follows. */
function isName(json: string, end: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(json);
}
