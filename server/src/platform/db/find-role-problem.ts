import type { Db } from './query.ts';

type Role = {
  readonly role: string;
  readonly superuser: boolean;
  /** It owns our tables, or is a member of their owner. */
  readonly owner: boolean;
  /** Row-level security does not limit it. */
  readonly unbound: boolean;
};

type Asked = {
  /** The setting that holds its address. */
  readonly setting?: 'DATABASE_URL' | 'DIRECT_DATABASE_URL' | 'WORKER_DATABASE_URL';
  /** Whether row-level security must apply to it, as it must to an API. */
  readonly bound?: boolean;
};

/** Null if the database was never migrated. */
const look = {
  text: `select current_user::text as role, r.rolsuper or r.rolbypassrls as superuser,
      coalesce((select pg_has_role(c.relowner, 'usage') from pg_class c where c.oid = to_regclass('events.events')), false) as owner,
      coalesce(pg_has_role(to_regrole('makewhole_worker'), 'usage') or pg_has_role(to_regrole('makewhole_cli'), 'usage'), false)
        as unbound
    from pg_roles r where r.rolname = current_user`,
  values: [],
};

/**
 * Explains why a process should not run as its role. A table owner can change the schema and rewrite append-only rows;
 * row-level security does not apply to a superuser or, in the account tables, to the worker's role.
 */
export async function findRoleProblem(
  db: Pick<Db, 'find'>,
  { setting = 'DATABASE_URL', bound = false }: Asked = {},
): Promise<string | undefined> {
  const found = await db.find<Role>(look);
  if (found === undefined) return undefined;
  const who = `The role ${found.role} of ${setting}`;
  if (found.superuser || found.owner)
    return `${who} ${found.superuser ? 'is a superuser' : 'owns the tables'}, so row-level security does not apply. Connect as makewhole_api, makewhole_worker or makewhole_cli; see docs/operate/database.md.`;
  if (bound && found.unbound)
    return `${who} sees the rows of every account, so row-level security does not apply. An api connects as makewhole_api; see docs/operate/database.md.`;
  return undefined;
}
