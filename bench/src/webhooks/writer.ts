// What causes webhooks: transactions that publish an event through the service's own verb, on the real database.
import { startChild } from './child.ts';

/** An endpoint of an account of its own, so that one event is one delivery. */
export type Endpoint = {
  readonly host: string;
  readonly id: string;
  readonly accountId: string;
  readonly secret: string;
};

export type WriteOrder = {
  readonly perSecond: number;
  readonly seconds: number;
  /** Whose events they are, in this order, repeated. */
  readonly accounts: readonly string[];
};

export type Written = {
  readonly eventId: string;
  readonly accountId: string;
  /** When the answer to COMMIT arrived; on the clock of `sharedNow`. */
  readonly committedAtMs: number;
};

export type Question =
  | { readonly kind: 'endpoints'; readonly endpoints: readonly { readonly host: string; readonly url: string }[] }
  | { readonly kind: 'write'; readonly order: WriteOrder };

export type Writer = {
  readonly pid: number;
  createEndpoints(endpoints: readonly { readonly host: string; readonly url: string }[]): Promise<readonly Endpoint[]>;
  /** A transaction per event, started at its time whether or not earlier ones have ended. */
  write(order: WriteOrder): Promise<readonly Written[]>;
  close(): Promise<void>;
};

/** `env` are the settings of the service. */
export function startWriter(env: Readonly<Record<string, string>>): Writer {
  const child = startChild<Question, unknown>({ script: 'writer-process.ts', env });
  return {
    pid: child.pid,
    createEndpoints: async (endpoints) => (await child.ask({ kind: 'endpoints', endpoints })) as Endpoint[],
    write: async (order) => (await child.ask({ kind: 'write', order })) as Written[],
    close: () => child.close(),
  };
}
