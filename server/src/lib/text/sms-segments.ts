/** The basic alphabet of text messages (3GPP TS 23.038): seven bits per character. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension: each counts as two characters. */
const extended = new Set('^{}\\[~]|€');

const single = { gsm7: 160, ucs2: 70 } as const;
/** In a text of several segments each begins with a header. */
const joined = { gsm7: 153, ucs2: 67 } as const;

type Segments = { readonly encoding: 'gsm7' | 'ucs2'; readonly segments: number };

/** How a provider encodes a text, and how many segments it sends and charges. */
export function countSegments(text: string): Segments {
  const characters = [...text];
  const isBasic = characters.every((one) => basic.has(one) || extended.has(one));
  const encoding = isBasic ? 'gsm7' : 'ucs2';
  const length = isBasic ? characters.reduce((sum, one) => sum + (extended.has(one) ? 2 : 1), 0) : text.length;
  return { encoding, segments: length <= single[encoding] ? 1 : Math.ceil(length / joined[encoding]) };
}

const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
};

/**
 * Replaces letters by those of the basic alphabet where possible: a single unsupported accent would more than halve a
 * segment's capacity. Letters of other scripts stay, and so do full-width characters, which could turn into an address.
 */
export const toBasicLetters = (text: string): string =>
  [...text]
    .map((one) => {
      if (basic.has(one) || extended.has(one)) return one;
      const bare = one.normalize('NFD').replaceAll(/\p{M}/gu, '');
      return plain[one] ?? (bare !== '' && [...bare].every((letter) => basic.has(letter)) ? bare : one);
    })
    .join('');
