// One response per client and Idempotency-Key: stored in the transaction it belongs to, replayed for a day.
import { createHash } from 'node:crypto';
import { canonicalJson } from '#lib/json/canonical-json';
import { addHours } from '#lib/time/dates';
import type { Clock } from '#platform/clock';
import type { Vault } from '#platform/crypto';
import {
  isLockTimeout,
  lockKey,
  prepared,
  transact,
  type Database,
  type InTransaction,
  type Query,
  type TxDb,
} from '#platform/db';
import { AppError } from '#platform/errors';

/** A request with an Idempotency-Key. Requests with the same scope, key and body are the same request. */
export type IdempotencyKey = {
  /** Client and operation, so that equal keys of different clients never collide. */
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: Buffer;
};

export type StoredResponse = { readonly status: number; readonly body: unknown };

type Context = { readonly db: Database; readonly vault: Vault; readonly clock: Clock };

type InTx = { readonly db: TxDb; readonly vault: Vault };

export function readIdempotencyKey(scope: string, key: string, body: unknown): IdempotencyKey {
  return { scope, key, fingerprint: createHash('sha256').update(canonicalJson(body)).digest() };
}

const conflict = () =>
  new AppError('idempotency_conflict', 'This Idempotency-Key was used with a different request.', { status: 409 });

const inProgress = () =>
  new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
    status: 409,
    retryAfterS: 1,
  });

/** A statement whose lock timeout is reported to the client as `refusal`. */
const refusing = <Row>(query: Query<Row>, refusal: () => AppError): Query<Row> => ({
  ...query,
  explain: (error) => (isLockTimeout(error) ? refusal() : undefined),
});

// The first lock covers key and body: an equal request waits here.
const lockRequest = prepared<[body: string], unknown>(
  'idempotency.lock-request',
  'select pg_advisory_xact_lock($1::bigint)',
);

type Claim = ({ readonly claim: 'answered' } & ResponseRow) | { readonly claim: 'free' | 'waited' };
type ResponseRow = { readonly fingerprint: Buffer; readonly status: number; readonly encrypted_body: Buffer };

// The second lock covers the key only: its holder is a request with a different body under the same key. PostgreSQL
// releases the locks of an ended transaction one by one, so for an instant the holder may also be an equal request that
// has just failed; this waits for that one. Failing here, not in code, skips the statements that were sent along.
const claimKey = prepared<[scope: string, key: string, now: Date, lock: string], Claim>(
  'idempotency.claim',
  `select kept.fingerprint, kept.status, kept.encrypted_body,
     case when kept.key is not null then 'answered'
       when pg_try_advisory_xact_lock($4::bigint) then 'free'
       when concat(set_config('lock_timeout', '200ms', true), pg_advisory_xact_lock($4::bigint)::text,
         set_config('lock_timeout', settings.usual, true)) is not null then 'waited' end as claim
   from (select current_setting('lock_timeout') as usual offset 0) as settings
   left join platform.idempotency as kept on kept.scope = $1 and kept.key = $2 and kept.expires_at > $3`,
);

const findResponse = prepared<[scope: string, key: string, now: Date], ResponseRow>(
  'idempotency.find',
  'select fingerprint, status, encrypted_body from platform.idempotency where scope = $1 and key = $2 and expires_at > $3',
);

// The conflict is an expired response, or one that its owner no longer accepts; a valid one would have been replayed.
const upsertResponse = prepared<
  [scope: string, key: string, fingerprint: Buffer, status: number, body: Buffer, expiresAt: Date],
  never
>(
  'idempotency.store',
  `insert into platform.idempotency (scope, key, fingerprint, status, encrypted_body, expires_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (scope, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
     encrypted_body = excluded.encrypted_body, expires_at = excluded.expires_at`,
);

/** Takes the request's lock and returns the stored response, if any. Sent with other reads, it costs no extra round trip. */
export async function findStoredResponse(
  tx: InTx,
  request: IdempotencyKey,
  now: Date,
): Promise<StoredResponse | undefined> {
  const { scope, key, fingerprint } = request;
  const name = `idempotency/${scope}/${key}`;
  tx.db.write(refusing(lockRequest(lockKey(`${name}/${fingerprint.toString('hex')}`)), inProgress));
  const claimed = await tx.db.find(refusing(claimKey(scope, key, now, lockKey(name)), conflict));
  // The request we waited for may have stored a response after the claim's snapshot.
  const late = claimed?.claim === 'waited' ? await tx.db.find(findResponse(scope, key, now)) : undefined;
  const stored = claimed?.claim === 'answered' ? claimed : late;
  if (stored === undefined) return undefined;
  if (!stored.fingerprint.equals(fingerprint)) throw conflict();
  return { status: stored.status, body: JSON.parse(tx.vault.decrypt(stored.encrypted_body, responseAad(request))) };
}

export function storeResponse(tx: InTx, request: IdempotencyKey, response: StoredResponse & { expiresAt: Date }): void {
  const encrypted = tx.vault.encrypt(JSON.stringify(response.body), responseAad(request));
  tx.db.write(
    upsertResponse(request.scope, request.key, request.fingerprint, response.status, encrypted, response.expiresAt),
  );
}

export type IdempotentResponse = StoredResponse & { readonly replayed: boolean };

/** How long responses are stored, and under which key; a request without a key is simply executed. */
type IdempotentOperation<Tx> = {
  readonly idempotencyKey: IdempotencyKey | undefined;
  readonly ttlHours: number;
  readonly run: (tx: Tx) => Promise<StoredResponse>;
};

/** Runs a request in one transaction and stores its response in it. A repeat of the request gets that response. */
export async function withIdempotency<C extends Context>(
  ctx: C,
  operation: IdempotentOperation<InTransaction<C>>,
): Promise<IdempotentResponse> {
  const { idempotencyKey, ttlHours, run } = operation;
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const stored = idempotencyKey && (await findStoredResponse(tx, idempotencyKey, now));
    if (stored) return { ...stored, replayed: true };
    const response = await run(tx);
    if (idempotencyKey) storeResponse(tx, idempotencyKey, { ...response, expiresAt: addHours(now, ttlHours) });
    return { ...response, replayed: false };
  });
}

const responseAad = (request: IdempotencyKey): string => `platform.idempotency/${request.scope}/${request.key}`;

const live = prepared<
  [scope: string, key: string, limit: number],
  { scope: string; key: string; encrypted_body: Buffer }
>(
  'idempotency.list-after',
  `select scope, key, encrypted_body from platform.idempotency where (scope, key) > ($1, $2) order by scope, key limit $3`,
);

const deleteOne = prepared<[scope: string, key: string], never>(
  'idempotency.delete',
  'delete from platform.idempotency where scope = $1 and key = $2',
);

/** Rows per page: a full day of responses is never in memory. */
const rowsPerPage = 1000;

/**
 * Deletes stored responses that contain one of these texts, in the key or the response; returns how many. It reads all
 * of them, because only the encrypted response identifies its subject. A day has some hundred thousand at most.
 */
export async function eraseResponses(tx: InTx, texts: readonly string[]): Promise<number> {
  let [erased, scope, key] = [0, '', ''];
  for (;;) {
    const rows = await tx.db.many(live(scope, key, rowsPerPage));
    for (const row of rows) {
      const body = tx.vault.decrypt(row.encrypted_body, responseAad({ ...row, fingerprint: Buffer.alloc(0) }));
      if (!texts.some((text) => body.includes(text) || row.key.includes(text))) continue;
      tx.db.write(deleteOne(row.scope, row.key));
      erased += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return erased;
    ({ scope, key } = last);
  }
}
