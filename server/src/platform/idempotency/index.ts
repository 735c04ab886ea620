// One answer per caller and Idempotency-Key: kept in the transaction that it answers for, replayed for a day.
import { createHash } from 'node:crypto';
import { canonicalJson } from '#lib/canonical-json';
import { addHours } from '#lib/dates';
import type { Clock } from '#platform/clock';
import type { Vault } from '#platform/crypto';
import {
  isLockTimeout,
  lockKey,
  prepared,
  transact,
  type Database,
  type Db,
  type InTransaction,
  type Query,
  type TxDb,
} from '#platform/db';
import { AppError } from '#platform/errors';

/** A request that names itself: the same scope and key with the same body is the same request. */
export type NamedRequest = {
  /** Caller and operation, so that strangers with equal keys never meet. */
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: Buffer;
};

export type KeptAnswer = { readonly status: number; readonly body: unknown };

type Context = { readonly db: Database; readonly vault: Vault; readonly clock: Clock };

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

/** A statement whose waiting in vain is told to the caller as `refusal`. */
const refusing = <Row>(query: Query<Row>, refusal: () => AppError): Query<Row> => ({
  ...query,
  explain: (error) => (isLockTimeout(error) ? refusal() : undefined),
});

// The first lock is of key and body: an equal request waits its turn here.
const takeTurn = prepared<[body: string], unknown>(
  'platform.idempotency-turn',
  'select pg_advisory_xact_lock($1::bigint)',
);

type Claim = ({ readonly claim: 'answered' } & Answer) | { readonly claim: 'free' | 'waited' };
type Answer = { readonly fingerprint: Buffer; readonly status: number; readonly sealed_body: Buffer };

// The second lock is of the key alone: whoever holds it answers a different body under the same key. PostgreSQL
// frees the locks of an ended transaction one by one, so for an instant it may also be an equal request that has
// just failed; that is waited for. Failing here, not in code, spares the statements that were sent along.
const claimKey = prepared<[scope: string, key: string, now: Date, lock: string], Claim>(
  'platform.idempotency-claim',
  `select kept.fingerprint, kept.status, kept.sealed_body,
     case when kept.key is not null then 'answered'
       when pg_try_advisory_xact_lock($4::bigint) then 'free'
       when concat(set_config('lock_timeout', '200ms', true), pg_advisory_xact_lock($4::bigint)::text,
         set_config('lock_timeout', settings.usual, true)) is not null then 'waited' end as claim
   from (select current_setting('lock_timeout') as usual offset 0) as settings
   left join platform.idempotency as kept on kept.scope = $1 and kept.key = $2 and kept.expires_at > $3`,
);

const findAnswer = prepared<[scope: string, key: string, now: Date], Answer>(
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

/** Takes the request's turn and gives the answer it already got, if any; costs no round trip beside other reads. */
export async function findKeptAnswer(tx: InTx, request: NamedRequest, now: Date): Promise<KeptAnswer | undefined> {
  const { scope, key, fingerprint } = request;
  const name = `idempotency/${scope}/${key}`;
  tx.db.write(refusing(takeTurn(lockKey(`${name}/${fingerprint.toString('hex')}`)), inProgress));
  const claimed = await tx.db.find(refusing(claimKey(scope, key, now, lockKey(name)), conflict));
  // Whoever was waited for may have kept an answer that the claim was too early to see.
  const late = claimed?.claim === 'waited' ? await tx.db.find(findAnswer(scope, key, now)) : undefined;
  const kept = claimed?.claim === 'answered' ? claimed : late;
  if (kept === undefined) return undefined;
  if (!kept.fingerprint.equals(fingerprint)) throw conflict();
  return { status: kept.status, body: JSON.parse(tx.vault.open(kept.sealed_body, rowName(request))) };
}

export function keepAnswer(tx: InTx, request: NamedRequest, kept: KeptAnswer & { expiresAt: Date }): void {
  const sealed = tx.vault.seal(JSON.stringify(kept.body), rowName(request));
  tx.db.write(upsertAnswer(request.scope, request.key, request.fingerprint, kept.status, sealed, kept.expiresAt));
}

export type Answered = KeptAnswer & { readonly replayed: boolean };

/** How long answers are kept, and for whom; without a name the request is simply run. */
export type AnswerOnce<Tx> = {
  readonly named: NamedRequest | undefined;
  readonly ttlHours: number;
  readonly run: (tx: Tx) => Promise<KeptAnswer>;
};

/** Runs a request in one transaction together with keeping its answer; the same request again is given that answer. */
export async function answerOnce<C extends Context>(ctx: C, once: AnswerOnce<InTransaction<C>>): Promise<Answered> {
  const { named, ttlHours, run } = once;
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const kept = named && (await findKeptAnswer(tx, named, now));
    if (kept) return { ...kept, replayed: true };
    const answer = await run(tx);
    if (named) keepAnswer(tx, named, { ...answer, expiresAt: addHours(now, ttlHours) });
    return { ...answer, replayed: false };
  });
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
