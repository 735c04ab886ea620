import type { Ctx } from '#context';
import { isUnavailable } from '#platform/db';
import { requestLogMetrics } from '../request-log/metrics.ts';
import type { AnsweredCall, CallOrigin, UnrecordedReason } from '../request-log/rules.ts';
import { writeCalls, type LeftOut } from './write-calls.ts';

/** How long a call waits to be written in a batch. A crash loses this much. */
const flushAfterMs = 250;
/** Reaching this many calls writes a batch immediately. */
const batchMax = 500;
/** Contents encrypted in one go: some milliseconds during which the process serves no one else. */
const batchBytesMax = 1024 * 1024;
/** Waiting calls of all institutions: some seconds' worth in a busy process. */
const queueMax = 5000;
/** Contents of waiting calls; a call that would exceed this is recorded without its contents. */
const contentBytesMax = 16 * 1024 * 1024;
/** Calls known only by a keyid. It may be made up, so these calls get a small share of the queue. */
const unprovenMax = 200;
/**
 * Refused calls recorded per credential and minute; further ones are only counted. No reader needs more, and an
 * unauthenticated client could send them.
 */
const refusedPerMinute = 60;
/** Credentials counted per minute, including made-up ones. */
const countedMax = 10_000;
/** How long the batch waits before a retry while the database is unavailable. */
const retryAfterMs = 1000;

/** How long the last batch may take when the process ends. */
const stopWithinMs = 5000;

type Batch = { readonly calls: readonly AnsweredCall[]; readonly leftOut: readonly LeftOut[] };

/**
 * Records calls in batches after their responses are sent. No request waits for it: calls that do not fit are dropped and
 * counted, and the count is written as soon as possible.
 */
export class RequestRecorder {
  readonly #ctx: Ctx;
  #calls: AnsweredCall[] = [];
  #contentBytes = 0;
  #unproven = 0;
  readonly #leftOut = new Map<string, LeftOut>();
  #refused = new Map<string, number>();
  #refusedMinute = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #failed: Batch | undefined;
  #stopped = false;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  add(call: AnsweredCall): void {
    const reason = this.#reasonAgainst(call);
    if (reason !== undefined) return this.#leaveOut(call, reason);
    const bytes = call.content === undefined ? 0 : sizeOf(call);
    const fits = this.#contentBytes + bytes <= contentBytesMax;
    this.#calls.push(fits ? call : { ...call, content: undefined });
    if (fits) this.#contentBytes += bytes;
    if ('keyid' in call.owner) this.#unproven += 1;
    this.#schedule();
  }

  /** Writes waiting calls, as far as a few seconds allow. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    // Writing many bodies would take longer than a process has to shut down; writing the calls alone does not.
    if (this.#contentBytes > batchBytesMax) this.#leaveContentsOut();
    const late = new AbortController();
    const timeout = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, stopWithinMs);
      late.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    await Promise.race([this.#drain(), timeout]).finally(() => late.abort());
  }

  #leaveContentsOut(): void {
    this.#calls = this.#calls.map((call) => ({ ...call, content: undefined }));
    this.#contentBytes = 0;
  }

  async #drain(): Promise<void> {
    await this.#writing;
    while (this.#hasWork()) {
      await this.#flush();
      if (this.#failed === undefined) continue;
      const lost = this.#failed.calls.length + this.#calls.length;
      return this.#ctx.log.warn({ calls: lost }, 'request-log.lost-at-stop');
    }
  }

  #hasWork(): boolean {
    return this.#calls.length > 0 || this.#leftOut.size > 0 || this.#failed !== undefined;
  }

  #reasonAgainst({ owner, status, at }: AnsweredCall): UnrecordedReason | undefined {
    const isUnproven = 'keyid' in owner;
    if (this.#calls.length >= queueMax || (isUnproven && this.#unproven >= unprovenMax)) return 'queue_full';
    if (status !== 401 && status !== 429) return undefined;
    const minute = minuteOf(at);
    if (minute !== this.#refusedMinute) {
      this.#refusedMinute = minute;
      this.#refused = new Map();
    }
    const name = isUnproven ? owner.keyid : owner.credentialId;
    const count = (this.#refused.get(name) ?? 0) + 1;
    if (count === 1 && this.#refused.size >= countedMax) return 'refused_often';
    this.#refused.set(name, count);
    return count > refusedPerMinute ? 'refused_often' : undefined;
  }

  #leaveOut({ owner, at }: AnsweredCall, reason: UnrecordedReason): void {
    this.#ctx.metrics.of(requestLogMetrics).calls.inc({ outcome: reason });
    const minute = minuteOf(at);
    const name = `${nameOf(owner)} ${minute} ${reason}`;
    const known = this.#leftOut.get(name);
    if (known === undefined && this.#leftOut.size >= countedMax) return;
    this.#leftOut.set(name, { owner, reason, minute: new Date(minute * 60_000), calls: (known?.calls ?? 0) + 1 });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#stopped || this.#writing !== undefined) return;
    const isMuch = this.#calls.length >= batchMax || this.#contentBytes >= batchBytesMax;
    if (isMuch && this.#failed === undefined) return void this.#flush();
    // Not unref'ed: answered calls are written even if nothing else keeps the process alive.
    this.#timer ??= setTimeout(() => void this.#flush(), this.#failed === undefined ? flushAfterMs : retryAfterMs);
  }

  /** One batch at a time, so a slow database does not get more work than it can do. */
  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing !== undefined) return this.#writing;
    const batch = this.#failed ?? this.#takeBatch();
    if (batch.calls.length === 0 && batch.leftOut.length === 0) return undefined;
    this.#writing = this.#write(batch).finally(() => {
      this.#writing = undefined;
      if (this.#hasWork()) this.#schedule();
    });
    return this.#writing;
  }

  /** How many waiting calls the next batch writes: at least one. */
  #countNext(): number {
    let bytes = 0;
    const end = this.#calls.findIndex((call, index) => {
      bytes += call.content === undefined ? 0 : sizeOf(call);
      return index > 0 && (index === batchMax || bytes > batchBytesMax);
    });
    return end === -1 ? this.#calls.length : end;
  }

  #takeBatch(): Batch {
    const calls = this.#calls.splice(0, this.#countNext());
    for (const call of calls) {
      if (call.content !== undefined) this.#contentBytes -= sizeOf(call);
      if ('keyid' in call.owner) this.#unproven -= 1;
    }
    const leftOut = [...this.#leftOut.values()];
    this.#leftOut.clear();
    return { calls, leftOut };
  }

  async #write(batch: Batch): Promise<void> {
    const wasFailing = this.#failed !== undefined;
    this.#failed = undefined;
    try {
      await writeCalls(this.#ctx, batch.calls, batch.leftOut);
    } catch (error) {
      if (!wasFailing) this.#ctx.log.warn({ err: error, calls: batch.calls.length }, 'request-log.not-written');
      if (isUnavailable(error)) this.#failed = batch;
      else await this.#writeSingly(batch);
    }
  }

  /** One of the calls cannot be written: the others are written, and that one is counted. */
  async #writeSingly({ calls, leftOut }: Batch): Promise<void> {
    await writeCalls(this.#ctx, [], leftOut).catch(() => undefined);
    for (const call of calls) await writeCalls(this.#ctx, [call], []).catch(() => this.#leaveOut(call, 'not_written'));
  }
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

const nameOf = (owner: CallOrigin): string =>
  'keyid' in owner ? `keyid ${owner.keyid}` : `${owner.institutionId} ${owner.livemode}`;

/** Roughly the size of a waiting call's headers. */
const headerBytes = 4096;

const sizeOf = ({ content }: AnsweredCall): number =>
  (content?.requestBody?.bytes.length ?? 0) + (content?.responseBody?.bytes.length ?? 0) + headerBytes;
