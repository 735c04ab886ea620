import type { Ctx } from '#context';
import { confirmedForMs, holdShards, type ShardLocks } from '#platform/jobs';
import { attemptMs } from '../delivery/rules.ts';
import { releaseShards, takeShards } from './store.ts';

/** The number of shards that endpoints are divided into; `webhooks.shard_of` assigns them. */
const shardCount = 64;
/** The class of the advisory locks on shards. */
const lockClass = 2_003_332_451;
/** After this time all attempts of a shard's last owner have ended, because it begins none without confirmation from the server. */
const restMs = attemptMs + confirmedForMs + 500;

type Options = {
  readonly worker: string;
  /** The shards with work in progress. */
  readonly busy: () => ReadonlySet<number>;
  /** Whether this process may work at all; others take over while it may not. */
  readonly mayHold: () => boolean;
  /** Called when this process no longer works for a shard. */
  readonly letGo: (shard: number) => void;
};

/** The shards this process works for: those whose lock it holds and whose rows it has listed since. */
export class FollowedShards {
  readonly #ctx: Ctx;
  readonly #options: Options;
  readonly #locks: ShardLocks;
  readonly #followed = new Set<number>();
  /** Held shards that are not followed yet, with the time from which they may be. */
  readonly #resting = new Map<number, number>();
  /** The connection of the locks: after a reconnect, another process may have worked for the shards in between. */
  #epoch = 0;

  constructor(ctx: Ctx, options: Options) {
    this.#ctx = ctx;
    this.#options = options;
    this.#locks = holdShards({
      url: ctx.config.directDatabaseUrl,
      name: 'webhooks.dispatch',
      lockClass,
      shards: shardCount,
      mayHold: options.mayHold,
      release: (shards) => this.#release(shards),
      log: ctx.log,
      metrics: ctx.metrics,
    });
  }

  get list(): readonly number[] {
    return [...this.#followed];
  }

  has(shard: number): boolean {
    return this.#followed.has(shard);
  }

  /** Whether attempts for a shard may begin at this moment. */
  isHeld(shard: number): boolean {
    return this.#followed.has(shard) && this.#locks.isHeld(shard);
  }

  /** Releases lost shards; returns the shards whose rows must be listed now, before they are followed. */
  async refresh(): Promise<readonly number[]> {
    const held = this.#locks.held();
    if (this.#epoch !== this.#locks.epoch)
      for (const shard of [...this.#followed, ...this.#resting.keys()]) this.#letGo(shard);
    this.#epoch = this.#locks.epoch;
    for (const shard of [...this.#followed, ...this.#resting.keys()]) if (!held.has(shard)) this.#letGo(shard);
    const taken = [...held].filter((shard) => !this.#followed.has(shard) && !this.#resting.has(shard));
    const rows = taken.length === 0 ? [] : await takeShards(this.#ctx.db, taken, { ...this.#owner(), restMs });
    const now = performance.now();
    for (const { id, rest_ms: ms } of rows) this.#resting.set(id, now + ms);
    return [...this.#resting].filter(([, until]) => until <= now).map(([shard]) => shard);
  }

  /** These shards' rows have been listed. One that was lost in the meantime is released at the next refresh. */
  follow(shards: readonly number[]): void {
    for (const shard of shards) {
      this.#resting.delete(shard);
      this.#followed.add(shard);
    }
  }

  stop(): Promise<void> {
    return this.#locks.stop();
  }

  #owner() {
    return { worker: this.#options.worker, now: this.#ctx.clock.now() };
  }

  #letGo(shard: number): void {
    this.#resting.delete(shard);
    if (this.#followed.delete(shard)) this.#options.letGo(shard);
  }

  /** Leaves the idle shards in an orderly way. */
  async #release(shards: readonly number[]): Promise<readonly number[]> {
    const busy = this.#options.busy();
    const free = shards.filter((shard) => !busy.has(shard));
    if (free.length === 0) return [];
    for (const shard of free) this.#letGo(shard);
    await releaseShards(this.#ctx.db, free, this.#owner());
    return free;
  }
}
