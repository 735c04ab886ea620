/** A stretch of somebody else's text: as it is, or a character that does not show itself, by its number. */
export type Stretch = { readonly text: string; readonly hidden: boolean };

// Characters that are not seen, or change how others are seen: controls, formats (among them bidirectional overrides,
// zero-width and tags), line and paragraph separators, private and unassigned ones, and letters that look like nothing.
const unseen =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d/u;

/** More marks than this on one letter are there to spill over what stands around it. */
const marks = /(\p{M}{3})\p{M}+/gu;

/** Text of strangers, made harmless to read: what cannot be seen is spelled out, piled-up marks are cut. */
export function spellOut(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') stretches.push({ text: plain, hidden: false });
    plain = '';
  };
  for (const character of text.replace(/\r\n?|\n|\t/g, ' ').replace(marks, '$1…')) {
    if (!unseen.test(character)) {
      plain += character;
      continue;
    }
    flush();
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    stretches.push({ text: `⟦U+${code}⟧`, hidden: true });
  }
  flush();
  return stretches;
}

/** At most so many characters, never through the middle of one. */
export const clip = (text: string, max: number): string => {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`;
};
