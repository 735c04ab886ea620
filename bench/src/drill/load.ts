import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from '#bench/service/cluster';

/** One statement; `count` is how many this client has sent before. */
export type Turn = (client: Client, count: number) => Promise<unknown>;

type Turns = { readonly writes: readonly Turn[]; readonly reads: readonly Turn[] };

/** So that a machine of two cores has something left for what is measured. */
const betweenMs = 5;

/** Writers and readers, each with one statement at a time, until they are stopped. */
export class Load {
  readonly #writes: number[] = [];
  readonly #reads: number[] = [];
  #failed = 0;
  #stopping = false;
  readonly #loops: readonly Promise<void>[];

  constructor(databaseUrl: string, { writes, reads }: Turns) {
    const loop = (turn: Turn, waits: number[]) =>
      withClient(databaseUrl, async (client) => {
        for (let count = 0; !this.#stopping; count += 1) {
          const startedAt = performance.now();
          try {
            await turn(client, count);
            waits.push(performance.now() - startedAt);
          } catch {
            this.#failed += 1;
          }
          await pause(betweenMs);
        }
      });
    this.#loops = [...writes.map((turn) => loop(turn, this.#writes)), ...reads.map((turn) => loop(turn, this.#reads))];
  }

  /** How long each statement took, in ms. */
  async stop() {
    this.#stopping = true;
    await Promise.all(this.#loops);
    return { writes: this.#writes, reads: this.#reads, failed: this.#failed };
  }
}
