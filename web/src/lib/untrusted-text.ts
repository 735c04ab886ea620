/** A part of an untrusted text: plain, or one hidden character shown as its code point. */
type Segment = { readonly text: string; readonly hidden: boolean };

// Characters that are invisible or change how others are displayed: controls, formats (such as bidirectional overrides,
// zero-width characters and tags), line and paragraph separators, private use, unassigned, and blank letters.
const hiddenCharacter =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d/u;

/** More than three combining marks on one letter would overlap the text around it. */
const stackedMarks = /(\p{M}{3})\p{M}+/gu;

/** Makes untrusted text safe to read: hidden characters become code points, excess combining marks are removed. */
export function revealHidden(text: string): Segment[] {
  const segments: Segment[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') segments.push({ text: plain, hidden: false });
    plain = '';
  };
  for (const character of text.replace(/\r\n?|\n|\t/g, ' ').replace(stackedMarks, '$1…')) {
    if (!hiddenCharacter.test(character)) {
      plain += character;
      continue;
    }
    flush();
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    segments.push({ text: `⟦U+${code}⟧`, hidden: true });
  }
  flush();
  return segments;
}

/** Cuts after `max` characters (code points), never within one. */
export const truncate = (text: string, max: number): string => {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`;
};
