/** `read`, an area such as `webhooks`, or read access to an area, such as `webhooks:read`. */
export const isScope = (text: string): boolean => /^(?:read|[a-z][a-z-]{1,40}(?::read)?)$/.test(text);

type Operation = { readonly operation: string; readonly reads: boolean };

/** Whether a token may call the operation. The operation's area is the part before the dot. A token without scopes may call all. */
export function isInScopes(scopes: readonly string[] | undefined, { operation, reads }: Operation): boolean {
  if (scopes === undefined) return true;
  const [area = ''] = operation.split('.', 1);
  return scopes.includes(area) || (reads && (scopes.includes('read') || scopes.includes(`${area}:read`)));
}
