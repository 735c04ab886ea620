import type { Socket } from 'node:net';
import type { ClientBase, Pool } from 'pg';

/** The operating system probes an idle connection, so that a dead one is noticed. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** A report about the database's state is valid for this long. */
const knownForMs = 3_000;

/**
 * A frozen database with open connections looks like a slow one. A monitor that sees even a trivial query fail reports it here: connections
 * that have been silent since are closed, everything waiting on them fails, and nothing is sent until the database responds again.
 */
export class SilentConnections {
  /** Bytes received on each connection when the database was last known to respond. */
  readonly #connections = new Map<ClientBase, number | undefined>();
  #silentUntil = -Infinity;

  constructor(pool: Pool) {
    pool.on('connect', (client) => this.watch(client));
    pool.on('remove', (client) => this.forget(client));
  }

  watch(client: ClientBase): void {
    this.#connections.set(client, undefined);
  }

  forget(client: ClientBase): void {
    this.#connections.delete(client);
  }

  /** Called when the database responds. */
  end(): void {
    this.#silentUntil = -Infinity;
    for (const client of this.#connections.keys()) this.#connections.set(client, heardOf(client));
  }

  /** Called while the database does not respond, also repeatedly; returns the number of closed connections. */
  begin(): number {
    this.#silentUntil = performance.now() + knownForMs;
    let closed = 0;
    for (const [client, heard] of this.#connections) {
      // A connection opened since then responded at that time; if it is silent now, the next call detects it.
      this.#connections.set(client, heardOf(client));
      if (heard === undefined || heard !== heardOf(client)) continue;
      client.connection.stream.destroy(silentError());
      closed += 1;
    }
    return closed;
  }

  /** Closes all connections and fails everything that waits on them. */
  closeAll(): void {
    for (const client of this.#connections.keys()) client.connection.stream.destroy(silentError());
  }

  /** Throws while the database is known to be silent: waiting for it would only block the caller. */
  refuse(): void {
    if (performance.now() < this.#silentUntil) throw silentError();
  }
}

const heardOf = (client: ClientBase): number => (client.connection.stream as Socket).bytesRead;

/** Has the SQLSTATE of a failed connection. */
const silentError = (): Error => Object.assign(new Error('the database is silent'), { code: '08006' });
