import { operationsOf, type Document, type Operation, type Parameter, type Schema } from './document-types.ts';
import { addExamples, type RecordedExamples } from './recorded-examples.ts';
import { shareSchemas, type Places } from './share-schemas.ts';

/** By our own name of the operation: its method in a generated client, and its tag. */
export type OperationNames = Readonly<Record<string, readonly [method: string, tag: string]>>;

type Finishing = {
  readonly publicBaseUrl: string;
  readonly operations: OperationNames;
  readonly tags: readonly { name: string; description: string }[];
  readonly places: Places;
  readonly words: Readonly<Record<string, string>>;
  readonly examples: RecordedExamples;
  /** What the surface changes while operations still have our own names and no schema is shared. */
  prepare(document: Document): void;
  /** What it adds when all schemas are shared: webhooks, errors. */
  complete(document: Document): void;
};

/** The description as generators want it: named schemas, methods, tags, standard formats, words and examples everywhere. */
export function finishDocument(plain: object, finishing: Finishing): Document {
  // A copy in which no object occurs twice, so that each part can be changed alone.
  const shared = copy(plain as Document);
  finishing.prepare(shared);
  standardizeSchemas(shared);
  shareSchemas(shared, finishing.places);
  finishing.complete(shared);
  const document = copy(shared);
  for (const operation of operationsOf(document)) nameOperation(operation, finishing.operations);
  addExamples(document, finishing.examples, finishing.publicBaseUrl);
  describeMembers(document, finishing.words);
  return { ...document, info: { ...document.info, ...about(finishing.publicBaseUrl) }, tags: [...finishing.tags] };
}

const copy = (document: Document): Document => JSON.parse(JSON.stringify(document)) as Document;

/** The licence is that of the description, which anybody may use to make a client. */
const about = (base: string) => ({
  contact: { name: 'Makewhole', url: `${base}/contact` },
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
});

function nameOperation(operation: Operation, names: OperationNames): void {
  const [method, tag] = names[operation.operationId] ?? [];
  if (method === undefined || tag === undefined) throw new Error(`${operation.operationId} has no method name`);
  operation.operationId = method;
  operation.tags = [tag];
  operation.description ??= operation.summary;
}

type Words = Readonly<Record<string, string>>;

/** Gives every member and parameter without a sentence of its own the one of its name. */
function describeMembers(document: Document, words: Words): void {
  for (const [name, schema] of Object.entries(document.components.schemas ?? {})) describeInside(schema, words, name);
  const operations = [
    ...Object.values(document.paths).flatMap((methods) => Object.values(methods)),
    ...Object.values(document.webhooks ?? {}).map(({ post }) => post),
  ];
  for (const operation of operations) describeOperation(operation, words);
}

function describeOperation({ parameters = [], requestBody, responses }: Operation, words: Words): void {
  for (const parameter of parameters) {
    const { description, ...schema } = parameter.schema;
    parameter.description ??= description ?? words[parameter.name] ?? missing(parameter.name);
    parameter.schema = schema;
  }
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  for (const { schema } of contents.flatMap((content) => Object.values(content ?? {})))
    describeInside(schema, words, '');
}

function describeInside(schema: Schema, words: Words, owner: string): void {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    member.description ??= trueOf(member, words[`${owner}.${name}`] ?? words[name] ?? missing(`${owner}.${name}`));
    describeInside(member, words, '');
  }
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const part of parts) if (part !== undefined) describeInside(part, words, owner);
}

/** Words of a name serve answers and requests; what they say about null is left out where null is refused. */
const trueOf = (member: Schema, words: string): string => (isNullable(member) ? words : words.replace(/; null .*/, ''));

const isNullable = ({ type, anyOf = [], oneOf = [] }: Schema): boolean =>
  type === 'null' || [...anyOf, ...oneOf].some(isNullable);

function missing(name: string): never {
  throw new Error(`the interface description has no words for ${name}`);
}

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
function standardizeSchemas(document: Document): void {
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
