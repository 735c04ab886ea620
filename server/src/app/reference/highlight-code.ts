import { escapeHtml } from '#lib/text/html';

// A text without an end goes on to the end of the line, or of the code: looking for an end that is not there takes long.
const quotes = String.raw`"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`;
const wordsOf = (words: string): string => String.raw`(?<word>\b(?:${words.replaceAll(' ', '|')})\b)`;

/** What is shown in a colour of its own, by the language behind a fence. One look over the text is enough for our samples. */
const patterns: Readonly<Record<string, RegExp>> = {
  // A text of a shell may have lines, such as a body of JSON.
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

/** The other name of a language. */
const aliases: Readonly<Record<string, string>> = { ts: 'typescript' };

/** Code as HTML: without its tags it is the code, letter by letter. */
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
