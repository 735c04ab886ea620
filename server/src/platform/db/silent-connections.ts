import type { Socket } from 'node:net';
import type { ClientBase, Pool } from 'pg';

/** The operating system probes an idle connection, so that a dead one is noticed. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** What was said about the database a while ago says nothing about it now. */
const knownForMs = 3_000;

/**
 * A database that stops answering with its connections open looks like one that is slow. Whoever knows the difference, because
 * even a question of a millisecond is not answered, says so here: connections that have been silent since are closed with
 * everything that waits on them, and nothing is asked until the database answers again.
 */
export class SilentConnections {
  /** How many bytes each connection had sent when the database was last known to answer. */
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

  /** The database answers. */
  end(): void {
    this.#silentUntil = -Infinity;
    for (const client of this.#connections.keys()) this.#connections.set(client, heardOf(client));
  }

  /** The database does not answer; returns how many connections were closed. Called again while it lasts. */
  begin(): number {
    this.#silentUntil = performance.now() + knownForMs;
    let closed = 0;
    for (const [client, heard] of this.#connections) {
      // One that was opened since answered then; if it is silent now, that shows the next time.
      this.#connections.set(client, heardOf(client));
      if (heard === undefined || heard !== heardOf(client)) continue;
      client.connection.stream.destroy(silentError());
      closed += 1;
    }
    return closed;
  }

  /** Closes every connection, whatever waits on it. */
  closeAll(): void {
    for (const client of this.#connections.keys()) client.connection.stream.destroy(silentError());
  }

  /** Throws while the database is known to be silent: waiting for it would only occupy whoever asks. */
  refuse(): void {
    if (performance.now() < this.#silentUntil) throw silentError();
  }
}

const heardOf = (client: ClientBase): number => (client.connection.stream as Socket).bytesRead;

/** With the SQLSTATE of a connection that failed. */
const silentError = (): Error => Object.assign(new Error('the database is silent'), { code: '08006' });
