import { explainLiveNotOpen } from '../agent-keys/agent-keys.ts';
import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import { modesOf, type CredentialScope } from '../partner-credentials/rules.ts';

type NewKey = {
  readonly institution_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly role: string;
  readonly label: string | null;
  readonly key_hash: Buffer;
  readonly prefix: string;
  readonly allowed_ranges: string[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
};

export function insertPartnerKey(db: TxDb, row: NewKey): void {
  db.write({ ...typed(sql.insertInto('credentials.partner_keys').values(row)), explain: explainLiveNotOpen });
}

type StoredKey = {
  readonly institution_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly role: 'full' | 'read_only';
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly allowed_ranges: string[];
  readonly institution_status: string;
};

const byHash = prepared<[hashes: Buffer[]], StoredKey>(
  'partner-credentials.find-partner-key',
  `select k.institution_id, k.id, k.livemode, k.role, k.expires_at, k.revoked_at, k.last_used_at, k.allowed_ranges,
     p.status as institution_status
   from credentials.partner_keys k join credentials.principals p on p.id = k.institution_id
   where k.key_hash = any($1::bytea[])`,
);

export const findPartnerKeyByHash = (db: Db, hashes: Buffer[]) => db.find(byHash(hashes));

export const recheckPartnerKey = prepared<[institutionId: string, id: string, now: Date], never>(
  'partner-credentials.recheck-partner-key',
  'select credentials.recheck_partner_key($1, $2, $3)',
);

const touch = prepared<[institutionId: string, id: string, now: Date, address: string], never>(
  'partner-credentials.touch-partner-key',
  'update credentials.partner_keys set last_used_at = $3, last_used_address = $4 where institution_id = $1 and id = $2',
);

type Use = { readonly now: Date; readonly address: string };

export const touchPartnerKey = (db: Db, key: Pick<StoredKey, 'institution_id' | 'id'>, { now, address }: Use) =>
  db.many(touch(key.institution_id, key.id, now, address));

const columns = [
  'id',
  'livemode',
  'role',
  'label',
  'prefix',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'last_used_address',
  'allowed_ranges',
  'replaced_by',
] as const;

export const listPartnerKeyRows = (db: Db, owner: CredentialScope) =>
  db.many(
    typed(
      sql
        .selectFrom('credentials.partner_keys')
        .select([...columns])
        .where('institution_id', '=', owner.institutionId)
        .where('livemode', 'in', modesOf(owner))
        // Unrevoked keys first: however many were revoked, no usable one is left out.
        .orderBy((table) => table('revoked_at', 'is not', null))
        .orderBy('id', 'desc')
        .limit(500),
    ),
  );

export const findPartnerKeyRow = (db: Db | TxDb, owner: CredentialScope, id: string) =>
  db.find(
    typed(
      sql
        .selectFrom('credentials.partner_keys')
        .select([...columns])
        .where('institution_id', '=', owner.institutionId)
        .where('livemode', 'in', modesOf(owner))
        .where('id', '=', id),
    ),
  );

const revoke = prepared<[institutionId: string, modes: boolean[], id: string, now: Date], { id: string }>(
  'partner-credentials.revoke-partner-key',
  `update credentials.partner_keys set revoked_at = coalesce(revoked_at, $4)
   where institution_id = $1 and livemode = any($2::boolean[]) and id = $3 returning id`,
);

export type KeyAt = { readonly id: string; readonly now: Date };

/** Keeps the time of the first revocation; undefined if there is no such key. */
export const revokePartnerKeyRow = (db: TxDb, owner: CredentialScope, { id, now }: KeyAt) =>
  db.find(revoke(owner.institutionId, modesOf(owner), id, now));

const usable = prepared<[institutionId: string, livemode: boolean, now: Date], { count: number }>(
  'partner-credentials.count-partner-keys',
  `select count(*)::int as count from credentials.partner_keys
   where institution_id = $1 and livemode = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`,
);

/** How many keys of one mode are usable now. */
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

// An earlier expiry stays. Of two concurrent rotations the second finds no row.
const replace = prepared<
  [institutionId: string, modes: boolean[], id: string, now: Date, successor: string, endsAt: Date],
  Replaced
>(
  'partner-credentials.replace-partner-key',
  `update credentials.partner_keys set replaced_by = $5, expires_at = least(expires_at, $6)
   where institution_id = $1 and livemode = any($2::boolean[]) and id = $3
     and replaced_by is null and revoked_at is null and (expires_at is null or expires_at > $4)
   returning livemode, role, label, allowed_ranges`,
);

type Replacement = KeyAt & { readonly successor: string; readonly endsAt: Date };

/** Sets the key's expiry; undefined if it has ended, was replaced before, or does not exist. */
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
  `update credentials.partner_keys set label = case when $4 then $5 else label end, allowed_ranges = coalesce($6, allowed_ranges)
   where institution_id = $1 and livemode = any($2::boolean[]) and id = $3 returning id`,
);

type KeyChange = {
  readonly id: string;
  /** null: it has none from now on; undefined: unchanged. */
  readonly label: string | null | undefined;
  readonly ranges: string[] | undefined;
};

export const updatePartnerKey = (db: Db, owner: CredentialScope, { id, label, ranges }: KeyChange) =>
  db.find(change(owner.institutionId, modesOf(owner), id, label !== undefined, label ?? null, ranges ?? null));
