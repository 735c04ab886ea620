/** Maximum length of an Idempotency-Key on all surfaces. */
export const idempotencyKeyMaxLength = 255;

/** Visible ASCII characters without spaces: a partner's key, signed or not (D-090). */
export const visibleKeyPattern = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyMaxLength}}$`);

/** The keys that a surface accepts, and its error for others. */
type KeyRule = {
  /** Default: any characters, up to the maximum length. */
  readonly pattern?: RegExp;
  /** A blank header counts as not sent (D-046). */
  readonly blankIsAbsent?: true;
  readonly invalid: () => Error;
};

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The Idempotency-Key of a request; undefined when it has none. */
export function readIdempotencyHeader(headers: Headers, rule: KeyRule): string | undefined {
  const header = headers['idempotency-key'];
  const key = typeof header === 'object' ? header.join(', ') : header;
  if (key === undefined || (rule.blankIsAbsent && key.trim() === '')) return undefined;
  if (key.length > idempotencyKeyMaxLength || rule.pattern?.test(key) === false) throw rule.invalid();
  return key;
}
