import { prepared, type Db, type TxDb } from '#platform/db';
import { unfinishedStatuses } from './transitions.ts';

const strike = prepared<[ids: readonly string[], phone: string], never>(
  'intakes.strike-number',
  `update intakes.intakes set phone = null, struck_phones = array_append(struck_phones, $2),
     proven_by_text_at = null, proven_by_call_at = null
   where id = any($1::text[]) and phone = $2`,
);

/** Removes the number and everything that proved it. Each intake must be locked by this transaction. */
export function strikePhone(db: TxDb, ids: readonly string[], phone: string): void {
  db.write(strike(ids, phone));
}

const set = prepared<[ids: readonly string[], phone: string], never>(
  'intakes.set-number',
  `update intakes.intakes set phone = $2, proven_by_text_at = null, proven_by_call_at = null
   where id = any($1::text[])`,
);

/** The new number is not proven yet. */
export function updatePhone(db: TxDb, ids: readonly string[], phone: string): void {
  db.write(set(ids, phone));
}

const waiting = prepared<[id: string, limit: number], { id: string }>(
  'intakes.list-waiting-for-number',
  `select o.id from intakes.intakes i join intakes.intakes o on o.email = i.email and o.livemode = i.livemode
   where i.id = $1 and o.phone is null and cardinality(o.struck_phones) > 0
     and o.case_closed_at is null and o.status in (${unfinishedStatuses.map((status) => `'${status}'`).join(', ')})
   order by o.id limit $2`,
);

/** Unfinished intakes of the same address whose number was removed as wrong, including this one. */
export const listWaitingForNumber = async (db: Db, id: string, limit: number): Promise<string[]> =>
  (await db.many(waiting(id, limit))).map((row) => row.id);

const ofNumber = prepared<[id: string, limit: number], { id: string }>(
  'intakes.list-of-number',
  `select o.id from intakes.intakes i join intakes.intakes o on o.phone = i.phone and o.livemode = i.livemode
   where i.id = $1 and o.id <> i.id and o.case_closed_at is null and o.status in (${unfinishedStatuses.map((status) => `'${status}'`).join(', ')})
   order by o.id limit $2`,
);

/** Other unfinished intakes with the number of this one. */
export const listIdsOfNumber = async (db: Db, id: string, limit: number): Promise<string[]> =>
  (await db.many(ofNumber(id, limit))).map((row) => row.id);

const proven = prepared<[ids: readonly string[]], { id: string }>(
  'intakes.list-proven',
  `select id from intakes.intakes
   where id = any($1::text[]) and proven_by_email_at is not null and proven_by_text_at is not null`,
);

export const listProvenIds = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await db.many(proven(ids))).map((row) => row.id);

const sameSubmitter = prepared<[id: string, ids: readonly string[]], { id: string }>(
  'intakes.list-of-submitter',
  `select o.id from intakes.intakes i join intakes.intakes o on o.principal_id = i.principal_id
     or (o.principal_id is null and i.principal_id is null and o.submitter_hash = i.submitter_hash)
   where i.id = $1 and o.id = any($2::text[])`,
);

/** Those of these intakes that have the same submitter as this one. */
export const listOfSubmitter = async (db: Db, id: string, ids: readonly string[]): Promise<string[]> =>
  (await db.many(sameSubmitter(id, ids))).map((row) => row.id);

const contacts = prepared<[id: string, email: string | null, phone: string | null], never>(
  'intakes.set-contacts',
  `update intakes.intakes set email = $2, phone = $3,
     proven_by_email_at = case when email is not distinct from $2 then proven_by_email_at end,
     proven_by_text_at = case when phone is not distinct from $3 then proven_by_text_at end,
     proven_by_call_at = case when phone is not distinct from $3 then proven_by_call_at end
   where id = $1`,
);

/** A removed contact loses its proofs. The intake must be locked by this transaction. */
export function updateContacts(
  db: TxDb,
  id: string,
  { email, phone }: { readonly email: string | undefined; readonly phone: string | undefined },
): void {
  db.write(contacts(id, email ?? null, phone ?? null));
}
