// Prints API descriptions as TypeScript: named components, and every operation by method and path.

/** The part of JSON Schema that the descriptions use. Keywords that only narrow a value have no TypeScript type. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: Literal;
  readonly enum?: readonly Literal[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
};
type Literal = string | number | boolean | null;

type Content = {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
};

type Parameter = {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};

type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
};

type Description = {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** With a name and an indent before it, such a line has about 120 characters. */
const widthOfObject = 90;

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Only for our own client, which has the path prefix itself. */
export function describeTypes(document: string, file: string, prefix: string): string {
  const text = [madeFrom(file), '', ...printShared(JSON.parse(document) as Description, prefix)].join('\n');
  // Twice, because an object folded in the first pass may let its parent fold in the second.
  return foldObjects(foldObjects(text));
}

/** Puts objects with few members on one line. */
const foldObjects = (text: string): string =>
  text.replaceAll(/\{\n((?: +readonly [^\n]*;\n)+) *\}/g, (object: string, members: string) => {
    const line = `{ ${members.trim().slice(0, -1).replaceAll(/\n +/g, ' ')} }`;
    return line.length <= widthOfObject ? line : object;
  });

/** For the client library: includes the address, the webhooks and the error codes. */
export function describeSdkTypes(document: string, file: string): string {
  const description = JSON.parse(document) as Description;
  return [
    madeFrom(file),
    '',
    '/** The address in the description. */',
    `export const describedServer = ${printLiteral(description.servers?.[0]?.url ?? 'http://localhost:8080')};`,
    '',
    ...printShared(description),
    '/** The bodies of webhook deliveries. */',
    'export type Webhooks = {',
    ...operationsIn(description.webhooks ?? {}).map(([name, { requestBody }]) => {
      const key = name.slice(name.indexOf(' ') + 1);
      return `  readonly ${printKey(key)}: ${printType(jsonOf(description, requestBody) ?? {}, '  ')};`;
    }),
    '};',
    '',
    '/** Every code of an error. */',
    `export type ErrorCode = ${printUnion(errorCodes(description).map(printLiteral)) || 'never'};`,
    '',
  ].join('\n');
}

const madeFrom = (file: string): string => `// Made from ${file} by npm run generate; edits are overwritten.`;

function printShared(description: Description, prefix = ''): string[] {
  const named = Object.entries(description.components?.['schemas'] ?? {}) as [string, Schema][];
  return [
    '/** What the description names. */',
    'export type Components = {',
    ...named.map(([name, schema]) => `  readonly ${printKey(name)}: ${printType(schema, '  ')};`),
    '};',
    '',
    '/** Every operation: what it takes, and what it answers with when it succeeds. */',
    'export type Operations = {',
    ...operationsIn(description.paths).map(([name, operation]) =>
      printOperation(description, name.replace(` ${prefix}`, ' '), operation),
    ),
    '};',
    '',
  ];
}

const operationsIn = (paths: Description['paths']): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method): [string, Operation][] => {
      const operation = item[method];
      return operation === undefined ? [] : [[`${method.toUpperCase()} ${path}`, operation]];
    }),
  );

function printOperation(description: Description, name: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map((one) => resolve(description, one));
  const query = parameters.filter((one) => one.in === 'query');
  const body = jsonOf(description, operation.requestBody);
  const answers = Object.entries(operation.responses ?? {})
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => jsonOf(description, response) ?? []);
  const members = [
    ...(query.length > 0 ? [`    readonly query: ${printObject(toObject(query), '    ')};`] : []),
    ...(body === undefined ? [] : [`    readonly body: ${printType(body, '    ')};`]),
    `    readonly response: ${printUnion(answers.map((answer) => printType(answer, '    '))) || 'unknown'};`,
  ];
  return `  readonly ${printLiteral(name)}: {\n${members.join('\n')}\n  };`;
}

const toObject = (parameters: readonly Parameter[]): Schema => ({
  properties: Object.fromEntries(
    parameters.map(({ name, schema = {}, description }) => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

function resolve<T extends { readonly $ref?: string }>({ components = {} }: Description, value: T): T {
  if (value.$ref === undefined) return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  return components[kind]?.[name] as T;
}

function jsonOf(description: Description, content: Content | undefined): Schema | undefined {
  const all = content === undefined ? undefined : resolve(description, content).content;
  return (all?.['application/json'] ?? all?.['application/problem+json'])?.schema;
}

/** Every value of a member `code` in an error response, found through references and unions. */
function errorCodes(description: Description): string[] {
  const found = new Set<string>();
  const seen = new Set<Schema>();
  const walk = (given: Schema | undefined): void => {
    if (given === undefined) return;
    const schema = resolve(description, given);
    if (seen.has(schema)) return;
    seen.add(schema);
    const code = schema.properties?.['code'];
    const { enum: values, const: value } = code === undefined ? {} : resolve(description, code);
    for (const one of values ?? (value === undefined ? [] : [value])) found.add(String(one));
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) walk(part);
  };
  for (const [, { responses = {} }] of operationsIn(description.paths))
    for (const [status, response] of Object.entries(responses))
      if (!status.startsWith('2')) walk(jsonOf(description, response));
  return [...found].toSorted();
}

export function printType(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return `Components[${printLiteral(schema.$ref.split('/').at(-1) ?? '')}]`;
  const union = schema.anyOf ?? schema.oneOf;
  const rest = schema.properties === undefined ? undefined : printObject(schema, indent);
  if (union !== undefined) {
    const either = printUnion(union.map((one) => printType(one, indent)));
    return rest === undefined ? either : `${rest} & (${either})`;
  }
  if (schema.allOf !== undefined) {
    const all = schema.allOf.map((one) => `(${printType(one, indent)})`);
    return [...all, ...(rest === undefined ? [] : [rest])].join(' & ');
  }
  if (schema.const !== undefined) return printLiteral(schema.const);
  if (schema.enum !== undefined) return printUnion(schema.enum.map(printLiteral));
  if (rest !== undefined) return rest;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return printUnion(types.map((type) => printScalar(type, schema, indent))) || 'unknown';
}

function printScalar(type: string, schema: Schema, indent: string): string {
  if (type === 'array') return `readonly (${printType(schema.items ?? {}, indent)})[]`;
  if (type === 'object') return printObject(schema, indent);
  return type === 'integer' ? 'number' : type;
}

function printObject({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const deeper = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const about = schema.description === undefined ? '' : `${deeper}/** ${printComment(schema.description)} */\n`;
    const isOptional = !required.includes(name);
    // exactOptionalPropertyTypes would otherwise reject an explicit undefined; JSON leaves it out.
    const type = `${printType(schema, deeper)}${isOptional ? ' | undefined' : ''}`;
    return `${about}${deeper}readonly ${printKey(name)}${isOptional ? '?' : ''}: ${type};\n`;
  });
  if (members.length > 0) return `{\n${members.join('')}${indent}}`;
  if (additionalProperties === false) return 'Readonly<Record<string, never>>';
  const values = typeof additionalProperties === 'object' ? printType(additionalProperties, indent) : 'unknown';
  return `Readonly<Record<string, ${values}>>`;
}

const printComment = (text: string): string => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ');

const printUnion = (parts: readonly string[]): string => [...new Set(parts)].join(' | ');

const printKey = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : printLiteral(name));

const printLiteral = (value: Literal): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
