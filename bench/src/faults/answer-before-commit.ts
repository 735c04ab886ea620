// An injected fault, loaded into the api with --import: COMMIT is reported as done immediately and sent a moment
// later, so
// that a kill in between loses acknowledged data. A checker that misses this proves nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

const lateMs = 30;

type Query = (this: Client, ...args: unknown[]) => unknown;

const prototype = Client.prototype as unknown as { query: Query };
const send = prototype.query;
/** When a connection's late commit has been sent. Later queries on it wait, which keeps the order. */
const lateCommits = new WeakMap<Client, Promise<unknown>>();

function isCommit(query: unknown): boolean {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return typeof text === 'string' && /^\s*commit\b/i.test(text);
}

prototype.query = function query(...args) {
  const late = lateCommits.get(this);
  if (isCommit(args[0])) {
    const sent = Promise.resolve(late)
      .then(() => pause(lateMs))
      .then(() => send.apply(this, args))
      .catch(() => undefined);
    lateCommits.set(this, sent);
    return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [], fields: [], oid: 0 });
  }
  return late === undefined ? send.apply(this, args) : late.then(() => send.apply(this, args));
};
