type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly { readonly type?: string }[];
};

/** Whether the schema gives null a meaning; then it stays. */
const mayBeNull = ({ anyOf = [] }: Schema): boolean => anyOf.some(({ type }) => type === 'null');

/**
 * Removes nulls of optional members from a request, at any depth: programs that fill in all members of a schema, as
 * strict function calling does, send null for unknown values (D-009). Unknown and required members stay.
 */
export function dropOptionalNulls(body: unknown, schema: unknown): void {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return;
  const members = body as Record<string, unknown>;
  const { properties = {}, required = [] } = (schema ?? {}) as Schema;
  for (const [name, member] of Object.entries(properties)) {
    if (!Object.hasOwn(members, name)) continue;
    const optional = !required.includes(name);
    if (members[name] === null && optional && !mayBeNull(member)) delete members[name];
    else dropOptionalNulls(members[name], member);
  }
}
