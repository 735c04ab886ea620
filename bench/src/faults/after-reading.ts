import { Client } from 'pg';

/** A delivery as a worker reads it; the worker treats changes made here as stored values. */
type Read = { readonly id: string | null; event_id: string; body: string; readonly attempt: number };

type Result = { readonly rows: Read[] };
type Done = (error: Error | null, result: Result | undefined) => void;
type Query = (this: Client, ...args: unknown[]) => unknown;

/** Runs injected work after deliveries are read and before the worker gets them. */
export function afterReading(inject: (client: Client, rows: Read[]) => Promise<unknown>): void {
  const prototype = Client.prototype as unknown as { query: Query };
  const send = prototype.query;
  prototype.query = function query(...args) {
    const [statement] = args;
    const done = args.at(-1);
    if (!isReading(statement) || typeof done !== 'function') return send.apply(this, args);
    const late = async (error: Error | null, result: Result | undefined) => {
      try {
        if (result !== undefined) await inject(this, result.rows);
      } catch {
        // The database became unavailable meanwhile; the worker still has its rows.
      }
      (done as Done)(error, result);
    };
    return send.apply(this, [...args.slice(0, -1), late]);
  };
}

const isReading = (statement: unknown): boolean =>
  typeof statement === 'object' && statement !== null && 'name' in statement && statement.name === 'webhooks.read-due';
