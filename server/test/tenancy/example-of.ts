type Schema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minProperties?: number;
  readonly format?: string;
  readonly pattern?: string;
};

/** Texts in the formats and patterns that bodies require. */
const formats: Readonly<Record<string, string>> = {
  timestamp: '2026-11-15T12:00:00.000Z',
  date: '2026-11-15',
  email: 'synthetic@example.com',
};

/** Rules that a schema does not express: a time after another one, a web URL. */
const named: Readonly<Record<string, string>> = {
  created_from: '2026-11-14T12:00:00.000Z',
  url: 'https://hooks.example.com/walk',
};

/** A small body that the schema accepts, so that a request gets past validation to the lookup of rows. */
export function exampleOf(given: unknown): unknown {
  const schema = (given ?? {}) as Schema;
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0]);
  if (schema.type === 'object' || schema.properties !== undefined) return exampleObject(schema);
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items));
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'null') return null;
  return exampleText(schema);
}

function exampleObject({ properties = {}, required = [], minProperties = 0 }: Schema): object {
  const names = [...required, ...Object.keys(properties).filter((name) => !required.includes(name))];
  const wanted = names.slice(0, Math.max(required.length, minProperties));
  return Object.fromEntries(wanted.map((name) => [name, named[name] ?? exampleOf(properties[name])]));
}

function exampleText({ format, pattern, minLength = 1 }: Schema): string {
  if (format !== undefined) return formats[format] ?? 'synthetic';
  const prefix = /^\^([a-z]+_)\[/.exec(pattern ?? '')?.[1];
  if (prefix !== undefined) return `${prefix}${'0'.repeat(24)}`;
  return 'synthetic'.padEnd(minLength, 'x');
}
