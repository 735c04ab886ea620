// What causes webhooks: transactions that publish an event through the service's own verb, on the real database.
import type { RunStack } from '#bench/instrument';
import { startChild } from '#bench/service/child';

/** An endpoint with its own account, so that one event is one delivery. */
export type Endpoint = {
  readonly host: string;
  readonly id: string;
  readonly accountId: string;
  readonly secret: string;
};

/** Its address, and an existing account if one is named. */
export type NewEndpoint = { readonly host: string; readonly url: string; readonly accountId?: string };

export type WriteOrder = {
  readonly perSecond: number;
  readonly seconds: number;
  /** The accounts of the events, in this order, repeated. */
  readonly accounts: readonly string[];
};

/** Events of these accounts in turn, all in one transaction. */
export type Burst = { readonly events: number; readonly accounts: readonly string[] };

export type Written = {
  readonly eventId: string;
  readonly accountId: string;
  /** When the response to COMMIT arrived, on the clock of `sharedNow`. */
  readonly committedAtMs: number;
};

export type Question =
  | { readonly kind: 'endpoints'; readonly endpoints: readonly NewEndpoint[] }
  | { readonly kind: 'write'; readonly order: WriteOrder }
  | { readonly kind: 'hold'; readonly burst: Burst }
  | { readonly kind: 'commit' };

export type Writer = {
  createEndpoints(endpoints: readonly NewEndpoint[]): Promise<readonly Endpoint[]>;
  /** One transaction per event, started on schedule whether or not earlier ones have ended. */
  write(order: WriteOrder): Promise<readonly Written[]>;
  /** Publishes all of them and leaves the transaction open, so that its commit makes them due together. */
  hold(burst: Burst): Promise<void>;
  commit(): Promise<void>;
  close(): Promise<void>;
};

/** `env` contains the service's settings. */
export function startWriter(closing: RunStack, env: Readonly<Record<string, string>>): Writer {
  const script = 'webhooks/writer-process.ts';
  const child = closing.adopt(startChild<Question, unknown>({ script, env }), (one) => one.close());
  return {
    createEndpoints: async (endpoints) => (await child.ask({ kind: 'endpoints', endpoints })) as Endpoint[],
    write: async (order) => (await child.ask({ kind: 'write', order })) as Written[],
    hold: async (burst) => void (await child.ask({ kind: 'hold', burst })),
    commit: async () => void (await child.ask({ kind: 'commit' })),
    close: () => child.close(),
  };
}
