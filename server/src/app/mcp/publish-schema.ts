type Json = Readonly<Record<string, unknown>>;

/** Formats that only our own validator knows; their words are in the description. */
const ownFormats: readonly unknown[] = ['us-phone', 'month', 'timestamp'];
/** Examples belong to the page of the operation; `\S` says only that a text is not blank. */
const isOurs = (name: string, value: unknown): boolean =>
  name === 'examples' || (name === 'format' && ownFormats.includes(value)) || (name === 'pattern' && value === '\\S');

/** A schema for every JSON Schema validator: what only ours knows is left out. */
export const publishSchema = (schema: object): Json => clean(JSON.parse(JSON.stringify(schema)) as Json) as Json;

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name, member]) => !isOurs(name, member));
  return Object.fromEntries(kept.map(([name, member]) => [name, clean(member)]));
}
