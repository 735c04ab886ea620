/** What of JSON Schema the staff interface description uses; docs/decisions/0032 says why nothing else is needed. */
type Schema = {
  readonly type?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
};

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };

type Operation = {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
};

type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** Keywords that say which type a value has. */
const structural = new Set(['type', 'enum', 'anyOf', 'items', 'properties', 'required', 'additionalProperties']);

/** Keywords that only narrow a value or explain it: TypeScript has no type for them. */
const narrowing = new Set(
  'description examples format pattern minLength maxLength minimum maximum minItems maxItems uniqueItems minProperties'.split(
    ' ',
  ),
);

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** An interface description as TypeScript: for every operation what it takes and what it answers with. */
export function describeTypes(document: string, file: string): string {
  const { paths } = JSON.parse(document) as Description;
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .toSorted((a, b) => (a.operationId < b.operationId ? -1 : 1));
  return [
    `// Made from ${file} by npm run generate; edits are overwritten.`,
    '',
    '/** By operationId: the body of the request and of the answer, where they are JSON. */',
    'export type Operations = {',
    ...operations.flatMap((operation) => printOperation(operation) ?? []),
    '};',
    '',
  ].join('\n');
}

/** Nothing for what is no JSON: files and the stream. */
function printOperation({ operationId, requestBody, responses = {} }: Operation): string | undefined {
  const members: Record<string, Schema> = {};
  const body = jsonSchema(requestBody);
  if (body !== undefined) members['body'] = body;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const answers = successes.flatMap(([, response]) => jsonSchema(response) ?? []);
  if (answers.length > 0) members['response'] = answers.length === 1 ? (answers[0] ?? {}) : { anyOf: answers };
  if (Object.keys(members).length === 0) return undefined;
  try {
    return `  readonly '${operationId}': ${printObject({ properties: members, required: Object.keys(members) }, '  ')};`;
  } catch (error) {
    throw new Error(`${operationId}: ${String(error)}`, { cause: error });
  }
}

const jsonSchema = (content: Content | undefined): Schema | undefined => content?.content?.['application/json']?.schema;

/** Throws at a keyword it does not know, so that a type never leaves out what the description says. */
export function printType(schema: Schema, indent = ''): string {
  const unknown = Object.keys(schema).filter((keyword) => !structural.has(keyword) && !narrowing.has(keyword));
  if (unknown.length > 0) throw new Error(`no type for the keyword ${unknown.join(', ')}`);
  if (schema.anyOf !== undefined) return printUnion(schema.anyOf.map((one) => printType(one, indent)));
  if (schema.enum !== undefined) return printUnion(schema.enum.map(printLiteral));
  if (schema.type === undefined) return 'unknown';
  if (schema.type === 'object') return printObject(schema, indent);
  if (schema.type === 'array') return `readonly ${printItem(schema.items ?? {}, indent)}[]`;
  const scalar = scalars[schema.type];
  if (scalar === undefined) throw new Error(`no type for the type ${schema.type}`);
  return scalar;
}

function printObject({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const deeper = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : printLiteral(name);
    return `${deeper}readonly ${key}${required.includes(name) ? '' : '?'}: ${printType(schema, deeper)};\n`;
  });
  if (members.length > 0) return `{\n${members.join('')}${indent}}`;
  if (additionalProperties === false) return 'Readonly<Record<string, never>>';
  const values = typeof additionalProperties === 'object' ? printType(additionalProperties, indent) : 'unknown';
  return `Readonly<Record<string, ${values}>>`;
}

const printUnion = (parts: readonly string[]): string => [...new Set(parts)].join(' | ');

const printItem = (schema: Schema, indent: string): string =>
  schema.anyOf === undefined && schema.enum === undefined && schema.type !== 'array'
    ? printType(schema, indent)
    : `(${printType(schema, indent)})`;

const printLiteral = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
