// How the driver reads and writes each PostgreSQL type.

type Rule = {
  /** The JavaScript type of a value of this type, and of an array of them; `json` is whatever was stored. */
  readonly read: readonly [one: string, many: string];
  /** The JavaScript types that the driver can send for it. */
  readonly write: readonly string[];
  /** A sample value, used to check the driver's behavior. */
  readonly sample: string;
};

/** One line per PostgreSQL type; a statement with any other type fails. The pool uses the driver's default parsers. */
export const typeRules: Readonly<Record<string, Rule>> = {
  text: { read: ['string', 'string[]'], write: ['string'], sample: 'a' },
  uuid: { read: ['string', 'string[]'], write: ['string'], sample: '00000000-0000-0000-0000-000000000000' },
  // The driver has no parser for arrays of these, so they arrive as one text.
  enum: { read: ['string', 'string'], write: ['string'], sample: 'a' },
  xid8: { read: ['string', 'string'], write: ['string'], sample: '1' },
  bool: { read: ['boolean', 'boolean[]'], write: ['boolean'], sample: 'true' },
  int2: { read: ['number', 'number[]'], write: ['number'], sample: '1' },
  int4: { read: ['number', 'number[]'], write: ['number'], sample: '1' },
  float4: { read: ['number', 'number[]'], write: ['number'], sample: '1' },
  float8: { read: ['number', 'number[]'], write: ['number'], sample: '1' },
  // Larger than a JavaScript number can hold exactly. For arrays of numeric, the driver converts anyway.
  int8: { read: ['string', 'string[]'], write: ['string', 'number', 'bigint'], sample: '1' },
  numeric: { read: ['string', 'number[]'], write: ['string', 'number'], sample: '1' },
  bytea: { read: ['Buffer', 'Buffer[]'], write: ['Buffer'], sample: '\\x00' },
  timestamptz: { read: ['Date', 'Date[]'], write: ['Date'], sample: '2026-01-01T00:00:00Z' },
  // A Date sent for a date column would become the day in the process's time zone.
  date: { read: ['Date', 'Date[]'], write: ['string'], sample: '2026-01-01' },
  // An array would be sent as a PostgreSQL array, which is not JSON.
  json: { read: ['json', 'json[]'], write: ['string', 'object'], sample: '{}' },
  jsonb: { read: ['json', 'json[]'], write: ['string', 'object'], sample: '{}' },
};

const isArray = (type: string) => type.endsWith('[]');

export const readKind = (type: string): string | undefined => typeRules[elementOf(type)]?.read[isArray(type) ? 1 : 0];

/** The TypeScript types that may be sent as a parameter of this type. */
export const writeKinds = (type: string): string[] | undefined =>
  typeRules[elementOf(type)]?.write.map((kind) => `${kind}${isArray(type) ? '[]' : ''}`);

const elementOf = (type: string) => type.replace(/\[\]$/, '');

/** A value as text, to run a statement with. */
export function sampleOf(type: string): string | null {
  const sample = typeRules[elementOf(type)]?.sample ?? null;
  return isArray(type) && sample !== null ? `{"${sample.replaceAll('\\', '\\\\')}"}` : sample;
}
