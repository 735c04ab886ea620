/** Control characters, and characters that reorder or hide text: variation selectors and fillers can carry invisible words. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text without control characters and other invisible ones. */
export const stripControls = (text: string): string => text.replace(invisible, '');

/** The same with its lines, for a language model, which would read text that its user cannot see. */
export const visibleText = (text: string): string =>
  text.replace(invisible, (found) => (found === '\n' || found === '\t' ? found : ''));

/** The same on one line: line breaks and unusual blanks become spaces. */
export const oneLine = (text: string): string => stripControls(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')).trim();

/** A dot that turns the surrounding text into a host name, as in `login1.com`; browsers treat the other characters like a dot. */
const linkingDot = /(?<=\S)[.\u2024\u3002\ufe52\uff0e\uff61](?=[\p{L}\p{So}]{2})/gu;

/** A name in which no email or phone app detects a link. */
export const breakLinks = (name: string): string => name.replace(linkingDot, ' $&');

/** Marks of an address, whatever surrounds it: a scheme, a mailbox, `www.`, or four numbers with dots. */
const addressed = /\/\/|@|(?:^|\P{L})www\.|\d(?:\.\d+){3}|(?:^|\P{L})(?:https?|tel|sms|mailto):/iu;
/** Text that becomes a link, an image or a chat turn where Markdown, HTML or chat markers are interpreted: `](`, `<a`, `&#46;`. */
const markup = /\]\(|<[\p{L}/!?|]|&(?:#|\p{L}[\p{L}\d]*;)/iu;
/**
 * The minimum digits of a phone number, with anything but letters between them; five consecutive digits, as in short
 * codes; or a toll-free prefix followed by letters.
 */
const dialable = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){6}|\p{Nd}{5}|(?<!\p{Nd})8(?:00|33|44|55|66|77|88)[\s.-]+\p{L}{3}/u;

/**
 * A typed name from an unauthenticated client, where it is shown as typed (D-143): undefined when it contains an
 * address, a phone number or markup, otherwise on one line.
 */
export function typedName(text: string): string | undefined {
  const plain = oneLine(text);
  // Wide, bold and enclosed characters are read and dialed like plain ones. A backslash would hide the following
  // character from this check until Markdown removes it.
  const folded = plain.normalize('NFKC').replaceAll('\\', '');
  return plain === '' || [addressed, markup, dialable].some((form) => form.test(folded)) ? undefined : plain;
}
