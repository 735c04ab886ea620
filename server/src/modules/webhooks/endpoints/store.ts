import { explainLiveNotOpen } from '#modules/credentials';
import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import type { SecretKind } from '../endpoint-store.ts';
import { modeOf, type EndpointKey, type AccountMode } from '../rules.ts';

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
  readonly certificate_ends_at: Date | null;
  readonly created_at: Date;
};

const columns =
  'id, account_id, url, livemode, payload, secret_kind, event_types, status, overlap_started_at, overlap_ends_at, failing_since, warned_at, slow, certificate_ends_at, created_at';

/** Its account and mode, and that it belongs to an institution: the first three conditions of every statement. */
const owned = `account_id = $1 and ($2::boolean is null or livemode = $2) and audience = 'partner'`;

const byKey = prepared<[accountId: string, livemode: boolean | null, id: string], EndpointRow>(
  'webhooks.find-partner-endpoint',
  `select ${columns} from webhooks.endpoints where ${owned} and id = $3`,
);

export const findPartnerEndpoint = (db: Db, key: EndpointKey) => db.find(byKey(key.accountId, modeOf(key), key.id));

const accountOf = prepared<[id: string], { account_id: string }>(
  'webhooks.find-endpoint-account',
  `select account_id from webhooks.endpoints where id = $1 and audience = 'partner'`,
);

/** The owner of an endpoint, for staff, who address any by its id. */
export const findEndpointAccount = (db: Db, id: string) => db.find(accountOf(id));

const ofAccount = prepared<[accountId: string, livemode: boolean | null], EndpointRow>(
  'webhooks.list-partner-endpoints',
  `select ${columns} from webhooks.endpoints where ${owned} order by created_at, id`,
);

export const listPartnerEndpoints = (db: Db, owner: AccountMode) => db.many(ofAccount(owner.accountId, modeOf(owner)));

const ownSecrets = prepared<
  [accountId: string, livemode: boolean],
  { id: string; encrypted_secret: Buffer; encrypted_previous: Buffer | null }
>(
  'webhooks.list-secrets',
  `select id, encrypted_secret, encrypted_previous from webhooks.endpoints
   where account_id = $1 and livemode = $2 and audience = 'partner' order by created_at desc, id limit 20`,
);

export const listSecretRows = (db: Db, accountId: string, livemode: boolean) =>
  db.many(ownSecrets(accountId, livemode));

type NewEndpointRow = {
  readonly id: string;
  readonly account_id: string;
  readonly url: string;
  readonly livemode: boolean;
  readonly payload: 'thin' | 'full';
  readonly event_types: string[];
  readonly secret_kind: SecretKind;
  readonly encrypted_secret: Buffer;
  readonly created_at: Date;
};

export function insertPartnerEndpoint(db: TxDb, row: NewEndpointRow): void {
  const values = { ...row, audience: 'partner', status: 'enabled', updated_at: row.created_at };
  db.write({ ...typed(sql.insertInto('webhooks.endpoints').values(values)), explain: explainLiveNotOpen });
}

type EndpointChange = {
  readonly url?: string;
  readonly event_types?: string[];
  readonly status?: string;
  /** Resets the health of the earlier address. */
  readonly failing_since?: null;
  readonly warned_at?: null;
  readonly certificate_ends_at?: null;
};

type DatedChange = EndpointChange & { readonly updated_at: Date };

/** Undefined when it was deleted in the meantime. */
export function updatePartnerEndpoint(db: TxDb, key: EndpointKey, change: DatedChange) {
  const update = sql.updateTable('webhooks.endpoints').set(change).where('account_id', '=', key.accountId);
  const ofMode = key.livemode === 'any' ? update : update.where('livemode', '=', key.livemode);
  return db.find(typed(ofMode.where('audience', '=', 'partner').where('id', '=', key.id).returning('id')));
}

const remove = prepared<[accountId: string, livemode: boolean | null, id: string, now: Date], { id: string }>(
  'webhooks.delete-partner-endpoint',
  `with gone as (
     delete from webhooks.endpoints where ${owned} and id = $3 returning account_id, id, livemode, url
   )
   insert into webhooks.deleted_endpoints (account_id, id, livemode, url, deleted_at)
   select account_id, id, livemode, url, $4 from gone returning id`,
);

/** The row that identifies the owner of its deliveries stays as long as they do. Undefined when there is no such endpoint. */
export const deletePartnerEndpoint = (db: TxDb, key: EndpointKey, now: Date) =>
  db.find(remove(key.accountId, modeOf(key), key.id, now));

type Rotation = {
  readonly encryptedSecret: Buffer;
  readonly now: Date;
  /** null: the new secret replaces the old one immediately. */
  readonly overlapEndsAt: Date | null;
};

// The current secret becomes the previous one only when there is an overlap.
const rotate = prepared<
  [accountId: string, livemode: boolean | null, id: string, secret: Buffer, now: Date, endsAt: Date | null],
  never
>(
  'webhooks.rotate',
  `update webhooks.endpoints set
     previous_kind = case when $6::timestamptz is null then null else secret_kind end,
     encrypted_previous = case when $6::timestamptz is null then null else encrypted_secret end,
     overlap_started_at = case when $6::timestamptz is null then null else $5::timestamptz end,
     overlap_ends_at = $6, secret_kind = 'standard', encrypted_secret = $4, updated_at = $5,
     previous_rotated_at = case when $6::timestamptz is null then null else rotated_at end, rotated_at = $5
   where ${owned} and id = $3`,
);

export function updateSecret(db: TxDb, key: EndpointKey, { encryptedSecret, now, overlapEndsAt }: Rotation): void {
  db.write(rotate(key.accountId, modeOf(key), key.id, encryptedSecret, now, overlapEndsAt));
}

const promote = prepared<[accountId: string, livemode: boolean | null, id: string, now: Date], never>(
  'webhooks.promote',
  `update webhooks.endpoints set previous_kind = null, encrypted_previous = null, overlap_started_at = null,
     overlap_ends_at = null, previous_rotated_at = null, updated_at = $4 where ${owned} and id = $3`,
);

export function updatePromoted(db: TxDb, key: EndpointKey, now: Date): void {
  db.write(promote(key.accountId, modeOf(key), key.id, now));
}

const revert = prepared<[accountId: string, livemode: boolean | null, id: string, now: Date], { id: string }>(
  'webhooks.revert-rotation',
  `update webhooks.endpoints set secret_kind = previous_kind, encrypted_secret = encrypted_previous, previous_kind = null,
     encrypted_previous = null, overlap_started_at = null, overlap_ends_at = null, rotated_at = previous_rotated_at,
     previous_rotated_at = null, updated_at = $4
   where ${owned} and id = $3 and overlap_ends_at > $4 and encrypted_previous is not null returning id`,
);

/** The secret from before the rotation is the only one again, with its original date; undefined when no overlap is running. */
export const updateReverted = (db: TxDb, key: EndpointKey, now: Date) =>
  db.find(revert(key.accountId, modeOf(key), key.id, now));

const secrets = prepared<
  [accountId: string, livemode: boolean | null, id: string],
  { encrypted_secret: Buffer; encrypted_previous: Buffer | null; overlap_ends_at: Date | null }
>(
  'webhooks.find-secrets',
  `select encrypted_secret, encrypted_previous, overlap_ends_at from webhooks.endpoints where ${owned} and id = $3`,
);

export const findSecrets = (db: Db, key: EndpointKey) => db.find(secrets(key.accountId, modeOf(key), key.id));
