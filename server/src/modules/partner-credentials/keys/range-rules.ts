import { normalizeRange } from '#lib/network/address-ranges';
import { validationFailed } from '#platform/errors';

/** The networks as they are stored: in one spelling, each once. Undefined stays undefined: nothing is said about them. */
export function readRanges(texts: readonly string[] | undefined): string[] | undefined {
  if (texts === undefined) return undefined;
  const read = texts.map((text, index) => ({ path: `allowed_addresses.${index}`, ...normalizeRange(text.trim()) }));
  const issues = read.flatMap(({ path, refusal }) => (refusal === undefined ? [] : [{ path, message: refusal }]));
  if (issues.length > 0) throw validationFailed(issues);
  return [...new Set(read.flatMap(({ range }) => range ?? []))];
}
