import type { Random } from '#bench/numbers/random';

/** Characters and words that mean something in a field, a path or an encoding. */
const telling = [
  ...'"\\;,:=() \t\n@svcAQgw0-',
  '==',
  ';tag="gap-v2"',
  ', svc=:AA==:',
  '%7e',
  '#',
  '//',
  '\u00a0',
  '\u0000',
];

/** One or two small changes of a text: characters taken away, put in, or both. */
export function editText(text: string, random: Random): string {
  let after = text;
  for (let edits = random() < 0.3 ? 2 : 1; edits > 0; edits -= 1) {
    const at = Math.floor(random() * (after.length + 1));
    const remove = random() < 0.8 ? Math.floor(random() * 2) : Math.floor(random() * 41);
    const way = random();
    const insert =
      way < 0.4
        ? String.fromCharCode(Math.floor(random() * 256))
        : way < 0.8
          ? (telling[Math.floor(random() * telling.length)] ?? '')
          : '';
    after = after.slice(0, at) + insert + after.slice(at + remove);
  }
  return after;
}
