// Control characters, and the marks that reorder or hide text.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text without control characters and other invisible ones. */
export const stripControls = (text: string): string => text.replace(invisible, '');

/** A dot that makes a host name of its surroundings, as in `login1.com`; browsers treat the other three like a dot. */
const linkingDot = /(?<=\S)[.\u3002\uff0e\uff61](?=\p{L})/gu;

/** A name of which no mail or phone app makes a link. */
export const breakLinks = (name: string): string => name.replace(linkingDot, ' $&');

/** What stands for an address whatever is around it: a scheme, a mailbox, `www.`, or four numbers with dots. */
const addressed = /\/\/|@|(?:^|\P{L})www\.|\d+(?:\.\d+){3}/iu;
/** As many digits as a number to call has at least, however they are set apart. */
const dialable = /\d(?:[\s().+/\u2010-\u2015-]*\d){6}/;

/**
 * A name that a stranger typed, where it is shown as typed (D-143): undefined when an address or a number to call is in it,
 * otherwise in one line.
 */
export function typedName(text: string): string | undefined {
  const plain = stripControls(text).replace(/\s+/g, ' ').trim();
  // Wide, bold and enclosed characters are read and dialed like the plain ones.
  const folded = plain.normalize('NFKC');
  return plain === '' || addressed.test(folded) || dialable.test(folded) ? undefined : plain;
}
