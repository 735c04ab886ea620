import type { Ctx } from '#context';
import { listDescribedMembers } from '../store.ts';

/** The team is tens of people, so the list is not paged. */
const limit = 1000;

type DescribedMember = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly active: boolean;
  /** How they can sign in. Empty until one of the two is set up. */
  readonly signs_in_with: readonly ('password' | 'identity')[];
  readonly last_seen_at: string | null;
};

/** Every current and former team member, for the operator: who can act, and how they sign in. */
export async function describeTeam(ctx: Ctx): Promise<DescribedMember[]> {
  const rows = await listDescribedMembers(ctx.db, limit);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    active: row.disabled_at === null,
    signs_in_with: [
      ...(row.password_set ? (['password'] as const) : []),
      ...(row.identity_bound ? (['identity'] as const) : []),
    ],
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }));
}
