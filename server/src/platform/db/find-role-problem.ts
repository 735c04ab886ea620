import type { Db } from './query.ts';

type Role = {
  readonly role: string;
  readonly superuser: boolean;
  /** It owns our tables, or is a member of whoever does. */
  readonly owner: boolean;
};

/** Null when the database was never migrated. */
const look = {
  text: `select current_user::text as role, r.rolsuper or r.rolbypassrls as superuser,
      coalesce((select pg_has_role(c.relowner, 'usage') from pg_class c where c.oid = to_regclass('events.events')), false) as owner
    from pg_roles r where r.rolname = current_user`,
  values: [],
};

/**
 * Why a process should not run as the role that it connects as: one that owns the tables can change the schema and rewrite
 * what is written once, and no policy holds a superuser.
 */
export async function findRoleProblem(db: Pick<Db, 'find'>): Promise<string | undefined> {
  const found = await db.find<Role>(look);
  if (found === undefined || !(found.superuser || found.owner)) return undefined;
  const what = found.superuser ? 'is a superuser' : 'owns the tables';
  return `The role ${found.role} of DATABASE_URL ${what}, so that no wall of the database holds. Connect as makewhole_api, makewhole_worker or makewhole_cli; see docs/roles.md.`;
}
