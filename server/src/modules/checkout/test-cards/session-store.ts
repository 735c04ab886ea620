import { prepared, type Db, type TxDb } from '#platform/db';
import type { EnteredCard } from './card-data.ts';

/** A hosted page, and the card that was chosen there. */
export type Session = {
  readonly id: string;
  readonly holdId: string;
  readonly title: string;
  readonly amountCents: number;
  /** The meaning of the button, where the card is also saved. */
  readonly promise: string | undefined;
  readonly returnUrl: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly closedAt: Date | undefined;
  readonly card: EnteredCard | undefined;
  readonly detachedAt: Date | undefined;
};

/** Whether sessions of live cases are included. Every statement checks it, so that production reaches sandbox sessions only. */
export type Reach = { readonly live: boolean };

const newSession = prepared<
  [string, string, number, boolean, string, number, string | null, string, Date, Date],
  { id: string }
>(
  'test-cards.insert-session',
  `insert into test_cards.sessions
     (id, hold_id, attempt, livemode, title, amount_cents, promise, return_url, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (hold_id, attempt) do nothing returning id`,
);

const sameSession = prepared<[holdId: string, attempt: number, live: boolean], { id: string }>(
  'test-cards.find-same-session',
  'select id from test_cards.sessions where hold_id = $1 and attempt = $2 and (not livemode or $3)',
);

type NewSession = Pick<Session, 'id' | 'holdId' | 'title' | 'amountCents' | 'returnUrl' | 'createdAt' | 'expiresAt'> & {
  readonly attempt: number;
  readonly livemode: boolean;
  readonly promise: string | undefined;
};

/** The session of this attempt, created now or by an earlier identical request. */
export async function insertSession(db: Db, row: NewSession, { live }: Reach): Promise<string | undefined> {
  const { id, holdId, attempt, livemode, title, amountCents, promise, returnUrl, createdAt, expiresAt } = row;
  const made = await db.find(
    newSession(id, holdId, attempt, livemode, title, amountCents, promise ?? null, returnUrl, createdAt, expiresAt),
  );
  return (made ?? (await db.find(sameSession(holdId, attempt, live))))?.id;
}

type SessionRow = {
  id: string;
  hold_id: string;
  title: string;
  amount_cents: number;
  promise: string | null;
  return_url: string;
  created_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  card: EnteredCard | null;
  detached_at: Date | null;
};

const selected = `select id, hold_id, title, amount_cents, promise, return_url, created_at, expires_at, closed_at, card, detached_at
  from test_cards.sessions`;

const toSession = (row: SessionRow): Session => ({
  id: row.id,
  holdId: row.hold_id,
  title: row.title,
  amountCents: row.amount_cents,
  promise: row.promise ?? undefined,
  returnUrl: row.return_url,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  closedAt: row.closed_at ?? undefined,
  card: row.card ?? undefined,
  detachedAt: row.detached_at ?? undefined,
});

const byId = prepared<[id: string, live: boolean], SessionRow>(
  'test-cards.find-session',
  `${selected} where id = $1 and (not livemode or $2)`,
);

const lockById = prepared<[id: string, live: boolean], SessionRow>(
  'test-cards.lock-session',
  `${selected} where id = $1 and (not livemode or $2) for update`,
);

const ofHold = prepared<[holdId: string, live: boolean], SessionRow>(
  'test-cards.list-sessions',
  `${selected} where hold_id = $1 and (not livemode or $2) order by attempt desc limit 100`,
);

const first = (row: SessionRow | undefined): Session | undefined => row && toSession(row);

export const findSession = async (db: Db, id: string, { live }: Reach) => first(await db.find(byId(id, live)));

/** The lock lasts until the transaction ends. */
export const lockSession = async (db: TxDb, id: string, { live }: Reach) => first(await db.find(lockById(id, live)));

/** Newest first. */
export const listSessions = async (db: Db, holdId: string, { live }: Reach) =>
  (await db.many(ofHold(holdId, live))).map(toSession);

const enter = prepared<[id: string, card: EnteredCard], never>(
  'test-cards.enter-card',
  'update test_cards.sessions set card = $2 where id = $1',
);

/** The calling verb holds the lock of the session. */
export function updateCard(db: TxDb, id: string, card: EnteredCard): void {
  db.write(enter(id, card));
}

const close = prepared<[id: string, now: Date, live: boolean], { id: string }>(
  'test-cards.close-session',
  `update test_cards.sessions set closed_at = $2
   where id = $1 and card is null and closed_at is null and (not livemode or $3) returning id`,
);

export const updateClosed = (db: Db, id: string, { now, live }: Reach & { readonly now: Date }) =>
  db.find(close(id, now, live));

const detach = prepared<[id: string, now: Date, live: boolean], { id: string }>(
  'test-cards.detach-card',
  `update test_cards.sessions set detached_at = coalesce(detached_at, $2)
   where id = $1 and card is not null and (not livemode or $3) returning id`,
);

export const updateDetached = (db: Db, id: string, { now, live }: Reach & { readonly now: Date }) =>
  db.find(detach(id, now, live));
