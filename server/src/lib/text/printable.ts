/** What steers a terminal, turns the order of letters, or is not seen. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Lines for a terminal: what steers it is shown as JSON writes it, so that it does nothing and JSON has the same value. */
export const toPrintable = (text: string): string =>
  text.replaceAll(steering, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));

const escaped = (characters: string): string =>
  characters.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
