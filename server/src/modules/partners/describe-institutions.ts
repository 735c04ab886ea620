import type { Ctx } from '#context';
import type { listPrincipalStatuses } from '#modules/credentials';
import { listDescribedInstitutions } from './store.ts';

/** As many as fit on a few screens. */
const limit = 500;

type DescribedInstitution = {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  readonly program: string;
  readonly live_opened_at: string | null;
  readonly created_at: string;
};

type Described = { readonly institutions: readonly DescribedInstitution[]; readonly hasMore: boolean };

/** Institutions in the order of their creation, after the given one, for operators. */
export async function describeInstitutions(
  ctx: Ctx,
  after: string,
  statusesOf: typeof listPrincipalStatuses,
): Promise<Described> {
  const rows = await listDescribedInstitutions(ctx.db, after, limit + 1);
  const page = rows.slice(0, limit);
  const statuses = await statusesOf(
    ctx,
    page.map(({ id }) => id),
  );
  const institutions = page.map((row) => ({
    id: row.id,
    name: row.name,
    status: statuses.get(row.id) === 'active' ? ('active' as const) : ('suspended' as const),
    program: row.mode,
    live_opened_at: row.live_opened_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }));
  return { institutions, hasMore: rows.length > limit };
}
