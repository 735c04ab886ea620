/** A JSON Schema, as far as descriptions of ours use it. */
export type Json = { readonly [name: string]: unknown };

/** What strict function calling understands; a model is told the rest in words. */
const understood = new Set(['type', 'enum', 'const', 'description', 'properties', 'required', 'items', 'anyOf']);

/** What a member is bounded by, in words. */
function boundsOf({ minLength, maxLength, minimum, maximum }: Json): string[] {
  const characters =
    maxLength === undefined
      ? []
      : [`${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`];
  const size = maximum === undefined ? [] : [`${minimum === undefined ? 'at most' : `${minimum} to`} ${maximum}`];
  return [...characters, ...size];
}

const formatWords: Readonly<Record<string, string>> = {
  date: 'YYYY-MM-DD',
  email: 'an email address',
  uri: 'an address that begins with https:// or http://',
};

/** Patterns that need words of their own; others are said by the description already. */
const patternWords: Readonly<Record<string, string>> = {
  '^[A-Za-z]{2}$': 'two letters, such as CA',
  '^\\d{5}(-\\d{4})?$': 'five digits, or nine with a hyphen',
  '^[a-z0-9][a-z0-9-]{0,59}$': 'lowercase letters, digits and hyphens, at most 60',
};

export type StrictForm = {
  resolve(reference: string): Json;
  /**
   * How a model says that it does not know something: by null in every member, as OpenAI asks, or by leaving out members of
   * objects that need none of theirs. Anthropic takes 16 members that may be null and 24 that may be left out, in all
   * tools of a request together.
   */
  readonly unknown: 'null' | 'null or left out';
};

/**
 * The form that OpenAI and Anthropic call strict: what a model may send is said in full, and nothing else may be sent. Bounds
 * become words of the description.
 */
export function toStrict(schema: Json, form: StrictForm): Json {
  if (typeof schema['$ref'] === 'string') return toStrict(resolved(schema, form), form);
  const kept = Object.entries(schema).filter(
    ([name]) => understood.has(name) && name !== 'properties' && name !== 'required',
  );
  const strict: Record<string, unknown> = Object.fromEntries(kept);
  const description = describe(schema);
  if (description !== '') strict['description'] = description;
  if (schema['items'] !== undefined) strict['items'] = toStrict(schema['items'] as Json, form);
  if (Array.isArray(schema['anyOf'])) strict['anyOf'] = schema['anyOf'].map((one: Json) => toStrict(one, form));
  if (schema['properties'] === undefined) return strict;
  const needed = requiredOf(schema);
  const mayLeaveOut = form.unknown === 'null or left out' && needed.length === 0;
  const members = Object.entries(schema['properties'] as Record<string, Json>).map(([name, member]) => {
    const own = toStrict(member, form);
    const isPlain = mayLeaveOut || needed.includes(name) || mayBeEmpty(member, form);
    return [name, isPlain ? own : orNull(own)] as const;
  });
  return {
    ...strict,
    properties: Object.fromEntries(members),
    required: mayLeaveOut ? [] : members.map(([name]) => name),
    additionalProperties: false,
  };
}

function resolved(schema: Json, { resolve }: StrictForm): Json {
  const { $ref, ...own } = schema;
  return typeof $ref === 'string' ? { ...resolve($ref), ...own } : schema;
}

const requiredOf = (schema: Json): readonly string[] => (schema['required'] ?? []) as readonly string[];

/** An object whose members can all be left out says by being empty that nothing is known. */
function mayBeEmpty(member: Json, form: StrictForm): boolean {
  const own = resolved(member, form);
  return form.unknown === 'null or left out' && own['properties'] !== undefined && requiredOf(own).length === 0;
}

function describe(schema: Json): string {
  const { description = '', pattern, format } = schema as { description?: string; pattern?: string; format?: string };
  const words = [patternWords[pattern ?? ''], formatWords[format ?? ''], ...boundsOf(schema)].filter(
    (one) => one !== undefined && !description.includes(one),
  );
  return [description, ...words].filter((one) => one !== '').join('; ');
}

/** Null says that it is not known; the interface takes it as absent. */
function orNull(schema: Json): Json {
  const { type, enum: values, ...rest } = schema;
  if (typeof type !== 'string') return { ...rest, anyOf: [...((schema['anyOf'] ?? []) as Json[]), { type: 'null' }] };
  // Both vendors take a list of types for a value, and a choice of forms for an object.
  if (type === 'object') {
    const { description, ...form } = rest;
    return { ...(description === undefined ? {} : { description }), anyOf: [{ type, ...form }, { type: 'null' }] };
  }
  return {
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
    ...rest,
  };
}
