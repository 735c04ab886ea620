/** `read`, an area such as `webhooks`, or an area of which only reading is allowed, such as `webhooks:read`. */
export const isScope = (text: string): boolean => /^(?:read|[a-z][a-z-]{1,40}(?::read)?)$/.test(text);

type Operation = { readonly operation: string; readonly reads: boolean };

/** Whether a token may call the operation, whose area is what is before the dot; without scopes it may call all. */
export function isInScopes(scopes: readonly string[] | undefined, { operation, reads }: Operation): boolean {
  if (scopes === undefined) return true;
  const [area = ''] = operation.split('.', 1);
  return scopes.includes(area) || (reads && (scopes.includes('read') || scopes.includes(`${area}:read`)));
}
