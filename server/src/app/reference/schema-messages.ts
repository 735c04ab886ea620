import { patternWords, shownPattern } from '#platform/validation';
import type { Schema } from '#app/openapi/document-types';
import { toCode, toSentence, toText } from './markdown-text.ts';

/** Patterns that occur only in the descriptions. */
const ownPatterns: Readonly<Record<string, string>> = {
  '^req_': 'begins with req_',
  '^[\\x21-\\x7e]{1,255}$': '1 to 255 visible ASCII characters without spaces',
  '^[0-9]{4}-(0[1-9]|1[0-2])$': 'a month written YYYY-MM',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  uri: 'an absolute URL',
  date: 'a date written YYYY-MM-DD',
  'date-time': 'a time in UTC, ISO 8601',
  binary: 'the bytes of a file',
  uuid: 'a UUID',
};

const names: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
  null: 'null',
};

/** The last part of `#/components/schemas/Referral`. */
export const nameOfReference = (reference: string): string => reference.split('/').at(-1) ?? '';

/** The type as Markdown, with links to named schemas; `objects` is the address of their pages. */
export function typeWords(schema: Schema, objects: string): string {
  if (schema.$ref !== undefined) {
    const name = nameOfReference(schema.$ref);
    return `[${name}](${objects}/${name})`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((one) => typeWords(one, objects)))].join(' or ');
  if (schema.type === 'array')
    return schema.items === undefined ? 'list' : `list of ${typeWords(schema.items, objects)}`;
  if (schema.type === undefined) return schema.properties === undefined ? 'any value' : 'object';
  return names[schema.type] ?? schema.type;
}

type Unit = { readonly one: string; readonly many: string };

const units: Readonly<Record<'characters' | 'entries' | 'none', Unit>> = {
  characters: { one: ' character', many: ' characters' },
  entries: { one: ' entry', many: ' entries' },
  none: { one: '', many: '' },
};

/** Years have no separator. */
const count = (value: number): string => (value < 10_000 ? String(value) : value.toLocaleString('en-US'));

function range(min: unknown, max: unknown, unit: Unit): string | undefined {
  const many = (value: number): string => `${count(value)}${value === 1 ? unit.one : unit.many}`;
  if (typeof min === 'number' && typeof max === 'number')
    return min === max ? `exactly ${many(min)}` : `${count(min)} to ${many(max)}`;
  if (typeof min === 'number') return min === 0 && unit !== units.none ? undefined : `at least ${many(min)}`;
  return typeof max === 'number' ? `at most ${many(max)}` : undefined;
}

function patternOf({ pattern }: Schema): string | undefined {
  if (pattern === undefined) return undefined;
  if (pattern === shownPattern) return 'not only spaces';
  return patternWords[pattern] ?? ownPatterns[pattern] ?? 'in the documented form';
}

const choiceWords = (values: readonly unknown[]): string =>
  `${values.length === 1 ? 'only' : 'one of'} ${values.map((value) => toCode(String(value))).join(', ')}`;

/** A value's limits in words, without regular expressions. */
export function limitWords(schema: Schema): string[] {
  const inside = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (inside.length === 1 && inside[0] !== undefined) return limitWords(inside[0]);
  const { enum: values, const: only, format } = schema;
  const said = [
    values === undefined ? undefined : choiceWords(values),
    only === undefined ? undefined : `always ${toCode(String(only))}`,
    format === undefined ? undefined : formats[format],
    range(schema['minLength'], schema['maxLength'], units.characters),
    range(schema['minimum'], schema['maximum'], units.none),
    range(schema['minItems'], schema['maxItems'], units.entries),
    patternOf(schema),
    schema['minProperties'] === undefined ? undefined : 'at least one member',
    schema['default'] === undefined ? undefined : `${toCode(JSON.stringify(schema['default']))} if left out`,
  ];
  return said.filter((words) => words !== undefined);
}

/** Words that carry no meaning alone, so a description need not repeat them. */
const small = new Set(['a', 'an', 'and', 'date', 'month', 'written']);

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a description already contains a limit, even in another order or with another example. */
function isSaid(limit: string, meaning: string): boolean {
  if (limit.endsWith(' if left out')) return /\bdefaults?\b/i.test(meaning);
  // Values are listed as code, even if the description mentions some of them.
  if (limit.includes('`')) return meaning.toLowerCase().includes(limit.toLowerCase());
  const said = new Set(wordsIn(meaning));
  return wordsIn(limit.replace(/, such as .*/, '')).every((word) => small.has(word) || said.has(word));
}

/** The meaning of a value and its limits, as sentences; limits in the meaning are not repeated. */
export function meaningWords(meaning: string, schema: Schema): string {
  const limits = limitWords(schema).filter((limit) => !isSaid(limit, meaning));
  const sentences = [meaning === '' ? '' : toText(meaning), limits.join(', ')];
  return sentences
    .filter((text) => text !== '')
    .map(toSentence)
    .join(' ');
}
