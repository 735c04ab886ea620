const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Elements without readable text. */
const wordless: ReadonlySet<string> = new Set(['script', 'style', 'head', 'title']);
const endsLine: ReadonlySet<string> = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3']);

/**
 * The text of an email without a text part, up to where the sender's program quotes ours. It is never shown as HTML, so
 * this need not understand all of it; it reads each character once, whatever an attacker sends.
 */
export function htmlToText(markup: string): string {
  const small = markup.toLowerCase();
  let text = '';
  let at = 0;
  while (at < markup.length) {
    const open = markup.indexOf('<', at);
    text += markup.slice(at, open === -1 ? undefined : open);
    if (open === -1) break;
    const next = markup.startsWith('<!--', open) ? after(markup, '-->', open) : after(markup, '>', open);
    const tag = markup.slice(open, Math.min(next, open + 200));
    const [, name = ''] = /^<\/?([a-z][a-z0-9]*)/i.exec(tag) ?? [];
    const element = name.toLowerCase();
    if ((element === 'blockquote' || /\bgmail_quote\b/.test(tag)) && text.trim() !== '') break;
    if (endsLine.has(element)) text += '\n';
    at = wordless.has(element) && tag[1] !== '/' ? after(small, `</${element}`, next) : next;
    if (wordless.has(element) && tag[1] !== '/') at = after(markup, '>', at);
  }
  return decodeEntities(text)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The position after the next occurrence; the end of the text when there is none. */
function after(markup: string, what: string, from: number): number {
  const found = markup.indexOf(what, from);
  return found === -1 ? markup.length : found + what.length;
}

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, name: string) => toCharacter(name) ?? whole);

function toCharacter(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
