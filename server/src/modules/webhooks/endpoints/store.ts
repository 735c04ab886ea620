import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import type { SecretKind } from '../endpoint-store.ts';
import type { EndpointKey } from '../rules.ts';

export type EndpointRow = {
  readonly id: string;
  readonly account_id: string;
  readonly url: string;
  readonly livemode: boolean;
  readonly payload: 'thin' | 'full';
  readonly secret_kind: SecretKind;
  readonly event_types: string[];
  readonly status: 'enabled' | 'disabled';
  readonly overlap_started_at: Date | null;
  readonly overlap_ends_at: Date | null;
  readonly failing_since: Date | null;
  readonly warned_at: Date | null;
  readonly slow: boolean;
  readonly created_at: Date;
};

const columns =
  'id, account_id, url, livemode, payload, secret_kind, event_types, status, overlap_started_at, overlap_ends_at, failing_since, warned_at, slow, created_at';

const byKey = prepared<[accountId: string, id: string], EndpointRow>(
  'webhooks.find-partner-endpoint',
  `select ${columns} from webhooks.endpoints where account_id = $1 and id = $2 and audience = 'partner'`,
);

export const findPartnerEndpoint = (db: Db, { accountId, id }: EndpointKey) => db.find(byKey(accountId, id));

const accountOf = prepared<[id: string], { account_id: string }>(
  'webhooks.find-endpoint-account',
  `select account_id from webhooks.endpoints where id = $1 and audience = 'partner'`,
);

/** Whose endpoint it is, for staff, who address any by its id. */
export const findEndpointAccount = (db: Db, id: string) => db.find(accountOf(id));

const ofAccount = prepared<[accountId: string], EndpointRow>(
  'webhooks.list-partner-endpoints',
  `select ${columns} from webhooks.endpoints where account_id = $1 and audience = 'partner' order by created_at, id`,
);

export const listPartnerEndpoints = (db: Db, accountId: string) => db.many(ofAccount(accountId));

type NewEndpointRow = {
  readonly id: string;
  readonly account_id: string;
  readonly url: string;
  readonly livemode: boolean;
  readonly payload: 'thin' | 'full';
  readonly event_types: string[];
  readonly secret_kind: SecretKind;
  readonly sealed_secret: Buffer;
  readonly created_at: Date;
};

export function insertPartnerEndpoint(db: TxDb, row: NewEndpointRow): void {
  const values = { ...row, audience: 'partner', status: 'enabled', updated_at: row.created_at };
  db.write(typed(sql.insertInto('webhooks.endpoints').values(values)));
}

type EndpointChange = {
  readonly url?: string;
  readonly event_types?: string[];
  readonly status?: string;
  /** Resets the health of the earlier address. */
  readonly failing_since?: null;
  readonly warned_at?: null;
};

type DatedChange = EndpointChange & { readonly updated_at: Date };

export function updatePartnerEndpoint(db: TxDb, { accountId, id }: EndpointKey, change: DatedChange): void {
  const update = sql.updateTable('webhooks.endpoints').set(change);
  db.write(typed(update.where('account_id', '=', accountId).where('id', '=', id)));
}

export function deletePartnerEndpoint(db: TxDb, { accountId, id }: EndpointKey): void {
  db.write(typed(sql.deleteFrom('webhooks.endpoints').where('account_id', '=', accountId).where('id', '=', id)));
}

type Rotation = {
  readonly encryptedSecret: Buffer;
  readonly now: Date;
  /** null: the new secret replaces the old one at once. */
  readonly overlapEndsAt: Date | null;
};

// The current secret becomes the previous one only when there is an overlap.
const rotate = prepared<[id: string, secret: Buffer, now: Date, endsAt: Date | null, accountId: string], never>(
  'webhooks.rotate',
  `update webhooks.endpoints set
     previous_kind = case when $4::timestamptz is null then null else secret_kind end,
     sealed_previous = case when $4::timestamptz is null then null else sealed_secret end,
     overlap_started_at = case when $4::timestamptz is null then null else $3::timestamptz end,
     overlap_ends_at = $4, secret_kind = 'standard', sealed_secret = $2, updated_at = $3
   where id = $1 and account_id = $5`,
);

export function updateSecret(db: TxDb, { accountId, id }: EndpointKey, rotation: Rotation): void {
  db.write(rotate(id, rotation.encryptedSecret, rotation.now, rotation.overlapEndsAt, accountId));
}

const promote = prepared<[id: string, now: Date, accountId: string], never>(
  'webhooks.promote',
  `update webhooks.endpoints set previous_kind = null, sealed_previous = null, overlap_started_at = null,
     overlap_ends_at = null, updated_at = $2 where id = $1 and account_id = $3`,
);

export function updatePromoted(db: TxDb, { accountId, id }: EndpointKey, now: Date): void {
  db.write(promote(id, now, accountId));
}
