// Values of a request member as JSON text: right ones up to each bound, wrong ones from just beyond it to absurd.
// As text, because `2020.0`, 1e400, half a surrogate pair and an own `__proto__` must reach the service as they are.

export type Values = { readonly right: readonly string[]; readonly wrong: readonly string[] };

const json = (value: unknown): string => JSON.stringify(value);
const all = (values: readonly unknown[]): string[] => values.map(json);

const notStrings = ['0', '5', '-1.5', '1e400', 'true', 'false', 'null', '[]', '["text"]', '[[[]]]', '{}'];
const objects = ['{"length":5}', '{"__proto__":"text"}', '{"toString":"text"}', '{"a":{"b":{"c":[1]}}}'];
const notText = ['"\\u0000 is not text, however long it is"', '"\\ud800 is half of a pair, however long it is"'];

/** Characters that are one each to a person, whatever their size in UTF-16. */
const scripts = [
  'a',
  'Z',
  '7',
  'é',
  'ß',
  '漢',
  'م',
  '😀',
  '𝒳',
  '\u200f.',
  '<b>',
  '"',
  "'",
  '\\',
  '%s',
  '-- ',
  'a b',
  '\ta\n',
];
const names = ['__proto__', 'constructor', 'null', 'true', '0', '${jndi}', '{{7*7}}', 'a\u0301'];
const spaces = [' ', '\t', '\n', '\u00a0', '\u2003', '\u3000'];

/** The sample again and again until it has this many code points. */
const fit = (sample: string, length: number): string =>
  [...sample.repeat(Math.ceil(length / [...sample].length))].slice(0, length).join('');

/** Text of `min` to `max` code points that is more than spaces. */
export function text(min: number, max: number): Values {
  const middle = Math.ceil((min + max) / 2);
  const seen = (sample: string) => `x${fit(sample, middle - 1)}`;
  return {
    right: all([
      ...['a', '😀', '漢'].flatMap((sample) => [fit(sample, min), fit(sample, max)]),
      ...[...scripts, ...names].map(seen),
      fit(' x', Math.max(2, min)),
    ]),
    wrong: [
      ...notStrings,
      ...objects,
      ...notText,
      ...all([fit('a', max + 1), fit('😀', max + 1), `${fit('a', max)} `, ` ${fit('a', max)}`, fit('a', max * 20)]),
      ...all([fit('a', min - 1), fit('😀', min - 1)]),
      ...all(spaces.map((space) => fit(space, middle))),
    ],
  };
}

/** Whole numbers from `min` to `max`, however they are written. */
export function integer(min: number, max: number): Values {
  const inside = Array.from({ length: 15 }, (_, step) => Math.round(min + ((max - min) * (step + 1)) / 16));
  return {
    right: [...all([min, max, min + 1, max - 1, ...inside]), `${min}.0`, `${max}e0`, `${max}.000`],
    wrong: [
      ...all([min - 1, max + 1, min - 0.5, min + 0.5, max - 0.5, max + 0.5, -max, max * 10, 1e21, 2 ** 53]),
      ...all([String(min), String(max), '', ' ', 'many']),
      ...notNumbers,
      '1e400',
      '-1e400',
    ],
  };
}

const notNumbers = ['true', 'false', 'null', '[]', '[2000]', '{}', '{"valueOf":2000}', '{"__proto__":2000}'];

/** Numbers from `min` to `max`, fractions too. */
export function number(min: number, max: number): Values {
  const inside = Array.from({ length: 15 }, (_, step) => min + ((max - min) * (step + 1)) / 16.5);
  return {
    right: [...all([min, max, min + 0.01, max - 0.01, 18_250.75, ...inside]), '-0', `${max}e0`, '1e-300', '0.1e1'],
    wrong: [
      ...all([min - 0.01, max + 0.01, min - 1, max + 1, -max, max * 100, 1e21, 1e300]),
      ...all([String(min), '5.5', '$5', '', ' ']),
      ...notNumbers,
      '1e400',
      '-1e400',
    ],
  };
}

/** Text of a form of its own. `right` and `wrong` are what is special about it. */
export const form = (right: readonly string[], wrong: readonly string[]): Values => ({
  right: all(right),
  wrong: [...notStrings, ...objects, ...notText, ...all(['', ...spaces, 'x'.repeat(5000)]), ...all(wrong)],
});

/** One of a few words; nothing near them. */
export function oneOf(...words: readonly string[]): Values {
  const near = words.flatMap((word) => [word.toUpperCase(), ` ${word}`, `${word} `, `${word}s`, word.slice(1)]);
  const twenty = Array.from({ length: Math.ceil(20 / words.length) }, () => words).flat();
  return form(twenty, [...near.filter((word) => !words.includes(word)), 'other', `${words.join(',')},`]);
}

export const flag: Values = {
  right: Array.from({ length: 10 }, () => ['true', 'false']).flat(),
  wrong: [
    ...all(['true', 'false', '', ' ', 'yes', 'no', '0', '1', 'TRUE', 0, 1, -1, 0.5, null, [], [true], {}]),
    '{"valueOf":true}',
    '{"__proto__":true}',
    '1e400',
  ],
};

/** A member that holds members: whatever is no object is wrong. */
export const notObjects: readonly string[] = [
  ...notStrings.filter((value) => value !== '{}'),
  ...all(['', ' ', 'text', '{}', '[object Object]', [{}], [null], 1e21, -0.5]),
  '"__proto__"',
];
