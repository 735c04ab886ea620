// One answer per caller and Idempotency-Key: kept in the transaction that it answers for, replayed for a day.
import { createHash } from 'node:crypto';
import { canonicalJson } from '#lib/canonical-json';
import type { Vault } from '#platform/crypto';
import { isLockTimeout, lockKey, prepared, type Db, type Query, type TxDb } from '#platform/db';
import { AppError } from '#platform/errors';

/** A request that names itself: the same scope and key with the same body is the same request. */
export type NamedRequest = {
  /** Caller and operation, so that strangers with equal keys never meet. */
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: Buffer;
};

export type KeptAnswer = { readonly status: number; readonly body: unknown };

type InTx = { readonly db: TxDb; readonly vault: Vault };

export function nameRequest(scope: string, key: string, body: unknown): NamedRequest {
  return { scope, key, fingerprint: createHash('sha256').update(canonicalJson(body)).digest() };
}

const conflict = () =>
  new AppError('idempotency_conflict', 'This Idempotency-Key was used with a different request.', { status: 409 });

const inProgress = () =>
  new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
    status: 409,
    retryAfterS: 1,
  });

// The first lock is of key and body: an equal request waits its turn here. The second is of the key alone:
// when somebody else holds it, a different body is being answered under the same key.
const takeTurn = prepared<[body: string, key: string], { mine: boolean }>(
  'platform.idempotency-turn',
  'select pg_advisory_xact_lock($1::bigint) as body, pg_try_advisory_xact_lock($2::bigint) as mine',
);

const findAnswer = prepared<
  [scope: string, key: string, now: Date],
  { fingerprint: Buffer; status: number; sealed_body: Buffer }
>(
  'platform.idempotency-find',
  'select fingerprint, status, sealed_body from platform.idempotency where scope = $1 and key = $2 and expires_at > $3',
);

// The conflict can only be an expired answer: a living one would have been replayed.
const upsertAnswer = prepared<
  [scope: string, key: string, fingerprint: Buffer, status: number, body: Buffer, expiresAt: Date],
  never
>(
  'platform.idempotency-keep',
  `insert into platform.idempotency (scope, key, fingerprint, status, sealed_body, expires_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (scope, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
     sealed_body = excluded.sealed_body, expires_at = excluded.expires_at`,
);

// PostgreSQL frees the locks of an ended transaction one by one, so the key may still seem taken when an equal
// request gets its turn. That lasts as long as a process takes to be scheduled; a different request lasts longer.
const awaitKey = prepared<[key: string], unknown>(
  'platform.idempotency-await-key',
  `select set_config('lock_timeout', '200ms', true) as brief, pg_advisory_xact_lock($1::bigint) as key,
     set_config('lock_timeout', usual, true) as again
   from (select current_setting('lock_timeout') as usual offset 0) as settings`,
);

/** Takes the request's turn and gives the answer it already got, if any; costs no round trip beside other reads. */
export async function findKeptAnswer(tx: InTx, request: NamedRequest, now: Date): Promise<KeptAnswer | undefined> {
  const name = `idempotency/${request.scope}/${request.key}`;
  const body = lockKey(`${name}/${request.fingerprint.toString('hex')}`);
  const [turn, answer] = await ask(tx, request, { now, first: takeTurn(body, lockKey(name)), late: inProgress });
  // What an equal request kept is visible by now, even if its key is not free yet.
  const [, kept] =
    turn?.mine === true || answer !== undefined
      ? [turn, answer]
      : await ask(tx, request, { now, first: awaitKey(lockKey(name)), late: conflict });
  if (kept === undefined) return undefined;
  if (!kept.fingerprint.equals(request.fingerprint)) throw conflict();
  return { status: kept.status, body: JSON.parse(tx.vault.open(kept.sealed_body, rowName(request))) };
}

type Question<Row> = { readonly now: Date; readonly first: Query<Row>; readonly late: () => AppError };

/** Takes locks, looks for an answer once they are had, and says `late` when they do not come in time. */
async function ask<Row>(tx: InTx, { scope, key }: NamedRequest, { now, first, late }: Question<Row>) {
  return Promise.all([tx.db.find(first), tx.db.find(findAnswer(scope, key, now))]).catch((error: unknown) => {
    throw isLockTimeout(error) ? late() : error;
  });
}

export function keepAnswer(tx: InTx, request: NamedRequest, kept: KeptAnswer & { expiresAt: Date }): void {
  const sealed = tx.vault.seal(JSON.stringify(kept.body), rowName(request));
  tx.db.write(upsertAnswer(request.scope, request.key, request.fingerprint, kept.status, sealed, kept.expiresAt));
}

const rowName = (request: NamedRequest): string => `platform.idempotency/${request.scope}/${request.key}`;

// The condition stands twice so that an answer kept anew meanwhile is looked at again before it is removed.
const deleteExpired = prepared<[now: Date, limit: number], { key: string }>(
  'platform.idempotency-purge',
  `delete from platform.idempotency where expires_at <= $1 and ctid = any(array(
     select ctid from platform.idempotency where expires_at <= $1 limit $2)) returning key`,
);

/** Removes answers whose day is over; gives how many. */
export async function purgeAnswers(db: Db, now: Date, limit: number): Promise<number> {
  return (await db.many(deleteExpired(now, limit))).length;
}
