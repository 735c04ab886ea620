import type { ErrorObject } from 'ajv';
import { formatWords, patternWords, shownPattern } from './pattern-messages.ts';

/** The schema of the member with the error; ajv includes it because of its `verbose` option. */
type Schema = Readonly<Record<string, unknown>>;

const number = (schema: Schema, name: string): number | undefined => {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
};

/** For a member that the schema does not have. */
export const unknownMember = 'is not a known member';

/** `1 to 100`, `at least 1`, `at most 100`. */
function rangeWords(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return min === max ? `exactly ${min}` : `${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? undefined : `at most ${max}`;
}

function numberWords(schema: Schema): string {
  const kind = schema['type'] === 'integer' ? 'a whole number' : 'a number';
  const [min, max] = [number(schema, 'minimum'), number(schema, 'maximum')];
  if (min !== undefined && max !== undefined) return `must be ${kind} from ${min} to ${max}`;
  const range = rangeWords(min, max);
  return range === undefined ? `must be ${kind}` : `must be ${kind}, ${range}`;
}

function lengthWords(schema: Schema): string {
  const range = rangeWords(number(schema, 'minLength'), number(schema, 'maxLength'));
  const length = range === undefined ? 'must be text' : `must be text of ${range} characters`;
  return schema['pattern'] === shownPattern ? `${length}, not only spaces` : length;
}

function patternSentence(schema: Schema): string | undefined {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return undefined;
  if (pattern === shownPattern) return lengthWords(schema);
  return `must be ${patternWords[pattern] ?? 'text in the documented form'}`;
}

function formatSentence({ format }: Schema): string | undefined {
  const words = typeof format === 'string' ? formatWords[format] : undefined;
  return words === undefined ? undefined : `must be ${words}`;
}

const textWords = (schema: Schema): string => patternSentence(schema) ?? formatSentence(schema) ?? lengthWords(schema);

const typeWords: Readonly<Record<string, (schema: Schema) => string>> = {
  string: textWords,
  integer: numberWords,
  number: numberWords,
  boolean: () => 'must be true or false',
  object: () => 'must be an object',
  array: () => 'must be a list',
  null: () => 'must be null',
};

function entryWords(schema: Schema): string {
  const range = rangeWords(number(schema, 'minItems'), number(schema, 'maxItems')) ?? 'fewer';
  return `must have ${range} ${range.endsWith(' 1') ? 'entry' : 'entries'}`;
}

const keywordWords: Readonly<Record<string, (schema: Schema, params: Schema) => string>> = {
  required: () => 'is required',
  additionalProperties: () => unknownMember,
  enum: (_schema, { allowedValues }) => `must be one of: ${(allowedValues as unknown[]).join(', ')}`,
  const: (_schema, { allowedValue }) => `must be ${String(allowedValue)}`,
  type: (schema) => typeWords[String(schema['type'])]?.(schema) ?? 'has the wrong type',
  minimum: numberWords,
  maximum: numberWords,
  minLength: lengthWords,
  maxLength: lengthWords,
  pattern: textWords,
  format: (schema) => formatSentence(schema) ?? 'has the wrong form',
  minItems: entryWords,
  maxItems: entryWords,
  uniqueItems: () => 'must not have the same entry twice',
  minProperties: () => 'must have at least one member',
  anyOf: () => 'has none of the documented forms',
};

/** Describes an issue in our own words: the validator's messages contain its keywords and regular expressions. */
export function issueWords({ keyword, params, parentSchema = {} }: ErrorObject): string {
  return keywordWords[keyword]?.(parentSchema as Schema, params as Schema) ?? 'is not allowed';
}
