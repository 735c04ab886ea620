import type { Document, Operation, Parameter, Schema } from './document-types.ts';

/** Members that are addresses in every answer of ours. */
const addressMembers = /(?:^|_)url$/;

/** Formats of our own as those that every tool knows. */
const ownFormats: Readonly<Record<string, (schema: Schema) => Schema>> = {
  timestamp: ({ format: _format, ...schema }) => ({
    ...schema,
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  }),
  month: ({ format: _format, ...schema }) => ({ ...schema, pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
  'us-phone': ({ format: _format, ...schema }) => schema,
};

/** Patterns that stand for a number in a query, whose values are text on the wire. */
const numbers: Readonly<Record<string, Schema>> = {
  '^([1-9]\\d?|100)$': { type: 'integer', minimum: 1, maximum: 100, default: 25 },
  '^\\d{1,9}$': { type: 'integer', minimum: 0, maximum: 999_999_999 },
};

/** Rewrites what only our own validator knows: the description means the same to every tool. */
export function standardizeSchemas(document: Document): void {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  for (const operation of operations) standardizeOperation(operation);
}

function standardizeOperation({ parameters = [], requestBody, responses }: Operation): void {
  for (const parameter of parameters) parameter.schema = toParameterSchema(parameter);
  for (const media of Object.values(requestBody?.content ?? {})) media.schema = toStandard(media.schema);
  for (const { content = {} } of Object.values(responses))
    for (const media of Object.values(content)) media.schema = toStandard(media.schema, { answers: true });
}

function toParameterSchema({ schema, description }: Parameter): Schema {
  const number = numbers[schema.pattern ?? ''];
  const { description: own = description, ...rest } = toStandard(schema);
  return { ...(number ?? rest), ...(own === undefined ? {} : { description: own }) };
}

type Where = { readonly answers?: boolean; readonly member?: string };

function toStandard(schema: Schema, { answers = false, member = '' }: Where = {}): Schema {
  const inside = (part: Schema): Schema => toStandard(part, { answers, member });
  const known = ownFormats[schema.format ?? '']?.(schema) ?? schema;
  const { items, properties, anyOf } = known;
  const isAddress = answers && known.type === 'string' && known.format === undefined && addressMembers.test(member);
  return {
    ...known,
    ...(isAddress ? { format: 'uri' } : {}),
    ...(items === undefined ? {} : { items: toStandard(items, { answers }) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inside) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, toStandard(one, { answers, member: name })]),
          ),
        }),
  };
}
