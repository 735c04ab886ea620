import type { Document, Operation, Schema } from './document-types.ts';

type Words = Readonly<Record<string, string>>;

/** Gives every member and parameter without a sentence of its own the one of its name. */
export function describeMembers(document: Document, words: Words): void {
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
