import { prepared, type Db, type TxDb } from '#platform/db';
import { modesOf, type CredentialScope } from '../rules.ts';
import type { KeyAt } from './store.ts';

const usable = prepared<[institutionId: string, livemode: boolean, now: Date], { count: number }>(
  'partner-credentials.count-partner-keys',
  `select count(*)::int as count from access.partner_keys
   where institution_id = $1 and livemode = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`,
);

/** How many keys of one mode open something now. */
export async function countUsableKeys(db: Db | TxDb, tenant: Tenant, now: Date): Promise<number> {
  return (await db.find(usable(tenant.institutionId, tenant.livemode, now)))?.count ?? 0;
}

type Tenant = { readonly institutionId: string; readonly livemode: boolean };

type Replaced = {
  readonly livemode: boolean;
  readonly role: 'full' | 'read_only';
  readonly label: string | null;
  readonly allowed_ranges: string[];
};

// An expiry that comes sooner stays. Of two rotations at once the second finds no row.
const replace = prepared<
  [institutionId: string, modes: boolean[], id: string, now: Date, successor: string, endsAt: Date],
  Replaced
>(
  'partner-credentials.replace-partner-key',
  `update access.partner_keys set replaced_by = $5, expires_at = least(expires_at, $6)
   where institution_id = $1 and livemode = any($2::boolean[]) and id = $3
     and replaced_by is null and revoked_at is null and (expires_at is null or expires_at > $4)
   returning livemode, role, label, allowed_ranges`,
);

type Replacement = KeyAt & { readonly successor: string; readonly endsAt: Date };

/** The key is to end; undefined when it has ended, was replaced before, or does not exist. */
export const replacePartnerKey = (db: TxDb, owner: CredentialScope, { id, now, successor, endsAt }: Replacement) =>
  db.find(replace(owner.institutionId, modesOf(owner), id, now, successor, endsAt));

const change = prepared<
  [
    institutionId: string,
    modes: boolean[],
    id: string,
    relabel: boolean,
    label: string | null,
    ranges: string[] | null,
  ],
  { id: string }
>(
  'partner-credentials.change-partner-key',
  `update access.partner_keys set label = case when $4 then $5 else label end, allowed_ranges = coalesce($6, allowed_ranges)
   where institution_id = $1 and livemode = any($2::boolean[]) and id = $3 returning id`,
);

export type KeyChange = {
  readonly id: string;
  /** null: it has none from now on; undefined: as it was. */
  readonly label: string | null | undefined;
  readonly ranges: string[] | undefined;
};

export const updatePartnerKey = (db: Db, owner: CredentialScope, { id, label, ranges }: KeyChange) =>
  db.find(change(owner.institutionId, modesOf(owner), id, label !== undefined, label ?? null, ranges ?? null));
