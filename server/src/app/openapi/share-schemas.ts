import { reference, type Document, type Operation, type Schema } from './document-types.ts';

/** Where a named schema is found: an operation, its `body` or a status, and the members that lead to it. */
export type Places = Readonly<Record<string, string>>;

/**
 * Puts each named schema under its name in `components`, and a reference wherever the same schema occurs. A schema is the
 * same if it says the same; the sentence at its top may differ, and is kept beside the reference.
 */
export function shareSchemas(document: Document, places: Places): void {
  const found = Object.entries(places).map(([name, place]) => [name, findSchema(document, place)] as const);
  const names = new Map(found.map(([name, schema]) => [textOf(schema), name]));
  if (names.size < found.length) throw new Error('two names of the interface description have the same schema');
  const schemas = found.map(([name, schema]) => [name, shareInside(schema, names)] as const);
  document.components.schemas = { ...document.components.schemas, ...Object.fromEntries(schemas) };
  const share = (schema: Schema): Schema => shareOne(schema, names);
  for (const operation of [
    ...Object.values(document.paths).flatMap((methods) => Object.values(methods)),
    ...Object.values(document.webhooks ?? {}).map(({ post }) => post),
  ])
    shareOperation(operation, share);
}

function shareOperation({ parameters = [], requestBody, responses }: Operation, share: (schema: Schema) => Schema) {
  for (const parameter of parameters) parameter.schema = share(parameter.schema);
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  for (const media of contents.flatMap((content) => Object.values(content ?? {}))) media.schema = share(media.schema);
}

/** `referrals.create 201 claim`: the schema of that member; arrays and null are passed through. */
function findSchema(document: Document, place: string): Schema {
  const [id = '', part = '', ...members] = place.split(' ');
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id);
  const content = part === 'body' ? operation?.requestBody?.content : operation?.responses[part]?.content;
  const start = Object.values(content ?? {})[0]?.schema;
  const schema = members.reduce<Schema | undefined>((at, member) => inner(at)?.properties?.[member], start);
  const named = inner(schema);
  if (named === undefined) throw new Error(`the interface description has no ${place}`);
  return named;
}

/** The element of an array; what may be null without the null. */
function inner(schema: Schema | undefined): Schema | undefined {
  if (schema?.items !== undefined) return inner(schema.items);
  const [first, second] = schema?.anyOf ?? [];
  return second?.type === 'null' ? inner(first) : schema;
}

function textOf({ description: _description, examples: _examples, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

function shareOne(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  const name = names.get(textOf(schema));
  if (name === undefined) return shareInside(schema, names);
  return { ...reference(name), ...(schema.description === undefined ? {} : { description: schema.description }) };
}

/** Keywords whose value is a schema, or several by place or by name. */
function shareInside(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  const share = (part: Schema): Schema => shareOne(part, names);
  const { items, properties } = schema;
  const unions = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((keyword) => {
    const parts = schema[keyword];
    return parts === undefined ? [] : [[keyword, parts.map(share)] as const];
  });
  return {
    ...schema,
    ...(items === undefined ? {} : { items: share(items) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, share(one)])) }),
    ...Object.fromEntries(unions),
  };
}
