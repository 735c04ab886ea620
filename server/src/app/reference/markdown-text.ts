/** Code in backticks, an address, one of our pages, a name such as `would_cancel` or `operator.email`, a Markdown character. */
const marks =
  /(?<kept>`[^`]+`|https?:\/\/\S+|(?<!\S)\S+@\S+)|(?<page>(?<![\w/.{])\/developers(?:\/[\w-]+)+(?:\.json)?)|(?<name>(?<![\w/.-])(?:_\w+|[a-z][a-z0-9]+(?:[._][a-z0-9]+)+_?|[a-z]+_)(?![\w/-]))|[\\*<[\]]/g;

/** Our own sentences, in which backticks mark code and nothing else is markup; names become code, our pages become links. */
export const toText = (text: string): string =>
  text.replace(marks, (found, ...rest) => {
    const { kept, page, name } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (kept !== undefined) return found;
    if (page !== undefined) return `[${page}](${page})`;
    return name === undefined ? `\\${found}` : `\`${name}\``;
  });

export const toCode = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Longer than any fence inside, so that the block ends where it should. */
export function toBlock(text: string, language: string): string {
  const inside = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([fence]) => fence.length));
  const fence = '`'.repeat(inside + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

export const toJsonBlock = (value: unknown): string => toBlock(JSON.stringify(value, null, 2), 'json');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Cells are Markdown; line breaks and bars inside them do not end them. */
export function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Literal values that may begin a sentence. */
const values = new Set(['true', 'false', 'null', 'desc', 'apply']);

/** Capitalizes the first letter unless the first word is code, which is never changed. */
function begin(text: string): string {
  const first = (/^\S*/.exec(text)?.[0] ?? '').replace(/(?<![.,:;])[.,:;]+$/, '');
  if (values.has(first)) return `${toCode(first)}${text.slice(first.length)}`;
  return /[_.=<`]/.test(first) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Capitalizes the first letter, and adds a period at the end. */
export function toSentence(text: string): string {
  const sentence = begin(text);
  return sentence === '' || /[.!?:]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Parts one below the other, without empty ones. */
export const joinParts = (parts: readonly (string | undefined)[]): string =>
  `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
