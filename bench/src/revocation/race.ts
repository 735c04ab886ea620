// One credential, several requests with slow bodies, and its end somewhere among them.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '@makewhole/server/src/context.ts';
import type { Database, Query, TxDb } from '@makewhole/server/src/platform/db/index.ts';
import type { Call, Credential } from './credentials.ts';

export type Race = {
  readonly owner: string;
  /** The transaction that ended the credential. */
  readonly endedBy: string;
  readonly statuses: readonly number[];
};

type RaceOptions = { readonly ctx: Ctx; readonly port: number; readonly requests: number; random(): number };

/** When the body ends after its headers, at most: below and above what counts as a slow body. */
const bodyWithinMs = 150;
/** When the credential ends, at most; a request takes some time itself. */
const usualEndMs = 500;

export async function runRace(credential: Credential, { ctx, port, requests, random }: RaceOptions): Promise<Race> {
  const { endWithinMs = usualEndMs, requests: wanted = requests } = credential;
  const sending = Array.from({ length: wanted }, () => sendSlowly(port, credential.call(), random() * bodyWithinMs));
  const ending = pause(random() * endWithinMs).then(() => endIt(ctx, credential));
  const [statuses, endedBy] = await Promise.all([Promise.all(sending), ending]);
  return { owner: credential.owner, endedBy, statuses };
}

async function sendSlowly(port: number, { path, headers, body: content }: Call, delayMs: number): Promise<number> {
  const body = Buffer.from(content);
  const socket = connect({ host: '127.0.0.1', port });
  socket.setTimeout(30_000, () => socket.destroy(new Error('no answer within 30 s')));
  const lines = Object.entries({ Host: 'x', Connection: 'close', 'Content-Length': String(body.length), ...headers });
  const head = [`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  const middle = Math.floor(body.length / 2);
  socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body.subarray(0, middle)]));
  const answer = text(socket);
  await pause(delayMs);
  // A client that was refused by its headers may find the connection closed.
  if (socket.writable) socket.write(body.subarray(middle));
  return Number(/^HTTP\/1.1 (\d+)/.exec(await answer)?.[1] ?? 0);
}

/** Runs the verb inside a transaction whose number is known. */
const endIt = (ctx: Ctx, { end }: Credential): Promise<string> =>
  ctx.db.inTransaction(async (tx) => {
    const number: Query<{ xid: string }> = { text: 'select pg_current_xact_id()::xid::text as xid', values: [] };
    const xid = (await tx.find(number))?.xid ?? '';
    const inTransaction = <T>(work: (db: TxDb) => Promise<T>): Promise<T> => work(tx);
    const db: Database = {
      ...ctx.db,
      inTransaction,
      many: (query) => tx.many(query),
      find: (query) => tx.find(query),
    };
    await end({ ...ctx, db });
    return xid;
  });
