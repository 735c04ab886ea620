import type { Ctx } from '#context';
import { isUnavailable } from '#platform/db';
import { requestLogMetrics } from '../request-log/metrics.ts';
import type { AnsweredCall, CallOrigin, UnrecordedReason } from '../request-log/rules.ts';
import { writeCalls, type LeftOut } from './write-calls.ts';

/** How long a call waits to be written with others; a crash loses so much. */
const flushAfterMs = 250;
/** So many are written at once, however little time has passed. */
const batchMax = 500;
/** Contents that are encrypted in one go: some milliseconds, in which nobody else is served. */
const batchBytesMax = 1024 * 1024;
/** Waiting calls of all institutions: some seconds of a busy process. */
const queueMax = 5000;
/** Contents of waiting calls; a call that would exceed it is recorded without its own. */
const contentBytesMax = 16 * 1024 * 1024;
/** Calls that are known by a keyid alone: it may be made up, so they get a small share of the queue. */
const unprovenMax = 200;
/** Refused calls of one credential in a minute; the rest is counted. Nobody reads more, and a stranger could send them. */
const refusedPerMinute = 60;
/** Credentials that are counted in a minute, made-up ones among them. */
const countedMax = 10_000;
/** While the database is away, the batch waits. */
const retryAfterMs = 1000;

/** How long the last batch may take when the process ends. */
const stopWithinMs = 5000;

type Batch = { readonly calls: readonly AnsweredCall[]; readonly leftOut: readonly LeftOut[] };

/**
 * Records calls after their answers, in batches. Nobody waits for it: what does not fit is dropped and counted, and the
 * count is written as soon as something can be.
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

  /** Writes what waits, as far as that can be done in a few seconds. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    // Many bodies would take longer than a process has to end; the calls themselves do not.
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
    // Not unref'ed: what was answered is written even if nothing else keeps the process.
    this.#timer ??= setTimeout(() => void this.#flush(), this.#failed === undefined ? flushAfterMs : retryAfterMs);
  }

  /** One batch at a time: a database that is slow gets no more work than it does. */
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

  /** How many of those that wait are written next: one at least. */
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

  /** Something is wrong with one of them: the others are written, and it is counted. */
  async #writeSingly({ calls, leftOut }: Batch): Promise<void> {
    await writeCalls(this.#ctx, [], leftOut).catch(() => undefined);
    for (const call of calls) await writeCalls(this.#ctx, [call], []).catch(() => this.#leaveOut(call, 'not_written'));
  }
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

const nameOf = (owner: CallOrigin): string =>
  'keyid' in owner ? `keyid ${owner.keyid}` : `${owner.institutionId} ${owner.livemode}`;

/** About what the headers of a waiting call take. */
const headerBytes = 4096;

const sizeOf = ({ content }: AnsweredCall): number =>
  (content?.requestBody?.bytes.length ?? 0) + (content?.responseBody?.bytes.length ?? 0) + headerBytes;
