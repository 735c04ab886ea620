import type { BulkSession } from './bulk.ts';
import type { Database } from './database.ts';
import { sqlState } from './errors.ts';
import type { Query, TxDb } from './query.ts';

/** Checks at commit whether the credential that admitted the request is still valid. */
export type Recheck = {
  /** Fails with SQLSTATE MW401 and a reason if it is not. Holds a shared lock until the transaction ends. */
  readonly query: () => Query<unknown>;
  /** The error that the client gets then. */
  readonly refuse: (reason: string) => Error | Promise<Error>;
};

class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * The database of an authenticated request: it commits only while the credential is still valid. The check is the last statement of each
 * transaction and is sent with the commit, so it costs no round trip and holds its lock only briefly. Single reads are not checked.
 */
export function recheckAtCommit(db: Database, recheck: Recheck): Database {
  const query = (): Query<unknown> => ({
    ...recheck.query(),
    explain: (error) =>
      sqlState(error) === 'MW401' && error instanceof Error ? new Refused(error.message) : undefined,
  });
  const answer = async <T>(work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      throw error instanceof Refused ? await recheck.refuse(error.message) : error;
    });
  const thenCheck =
    <T>(work: (tx: TxDb) => Promise<T>) =>
    async (tx: TxDb): Promise<T> => {
      const result = await work(tx);
      tx.write(query());
      return result;
    };
  const inTransaction = <T>(work: (tx: TxDb) => Promise<T>): Promise<T> => answer(db.inTransaction(thenCheck(work)));
  const inBulk = <T>(work: (session: BulkSession) => Promise<T>): Promise<T> =>
    answer(
      db.inBulk((session) =>
        work({ ...session, transact: (inside) => session.transact((tx) => thenCheck(inside)(tx)) }),
      ),
    );
  const run = <Row>(single: Query<Row>): Promise<Row[]> =>
    writes(single) ? inTransaction((tx) => tx.many(single)) : db.many(single);
  return {
    ...db,
    inTransaction,
    inBulk,
    seeing: (rows) => recheckAtCommit(db.seeing(rows), recheck),
    many: run,
    find: async (single) => (await run(single))[0],
    recheck: async () => void (await answer(db.find(query()))),
  };
}

/** A statement that does not begin with select counts as a write. */
export const writes = ({ text }: Query<unknown>): boolean => !/^\s*select\b/i.test(text);
