/** Control characters, and what reorders or hides text: variation selectors and fillers carry words that nobody sees. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text without control characters and other invisible ones. */
export const stripControls = (text: string): string => text.replace(invisible, '');

/** The same with its lines, for a language model: it reads what its user cannot see. */
export const visibleText = (text: string): string =>
  text.replace(invisible, (found) => (found === '\n' || found === '\t' ? found : ''));

/** The same in one line: what breaks a line, or is none of its blanks, is a blank. */
export const oneLine = (text: string): string => stripControls(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')).trim();

/** A dot that makes a host name of its surroundings, as in `login1.com`; browsers treat the others like a dot. */
const linkingDot = /(?<=\S)[.\u2024\u3002\ufe52\uff0e\uff61](?=[\p{L}\p{So}]{2})/gu;

/** A name of which no mail or phone app makes a link. */
export const breakLinks = (name: string): string => name.replace(linkingDot, ' $&');

/** What stands for an address whatever is around it: a scheme, a mailbox, `www.`, or four numbers with dots. */
const addressed = /\/\/|@|(?:^|\P{L})www\.|\d(?:\.\d+){3}|(?:^|\P{L})(?:https?|tel|sms|mailto):/iu;
/** What becomes a link, a picture or a turn of its own where Markdown, HTML or the marks of a chat are read: `](`, `<a`, `&#46;`. */
const markup = /\]\(|<[\p{L}/!?|]|&(?:#|\p{L}[\p{L}\d]*;)/iu;
/**
 * As many digits as a number to call has at least, whatever but letters is between them; five together, as a number for texts has; or a
 * prefix that is free to call with letters behind it.
 */
const dialable = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){6}|\p{Nd}{5}|(?<!\p{Nd})8(?:00|33|44|55|66|77|88)[\s.-]+\p{L}{3}/u;

/**
 * A name that a stranger typed, where it is shown as typed (D-143): undefined when an address, a number to call or markup is in
 * it, otherwise in one line.
 */
export function typedName(text: string): string | undefined {
  const plain = oneLine(text);
  // Wide, bold and enclosed characters are read and dialed like the plain ones.
  // A backslash keeps the character behind it from being seen as what it is, until Markdown takes it away.
  const folded = plain.normalize('NFKC').replaceAll('\\', '');
  return plain === '' || [addressed, markup, dialable].some((form) => form.test(folded)) ? undefined : plain;
}
