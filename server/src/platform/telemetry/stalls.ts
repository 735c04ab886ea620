import { AsyncLocalStorage } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import type { Logger as PinoLogger } from 'pino';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** The module runs in one event loop, so its operations are those of the process. */
const current = new AsyncLocalStorage<Operation>();
const underWay = new Set<Operation>();
/** An operation that stalls the loop has often ended by the time the timer fires. */
const endedSinceBeat = new Set<string>();

/** A request or a unit of background work, with a name from the code such as `intakes.create`, so that a stall can be attributed to it. */
export class Operation {
  readonly name: string;
  #ended = false;

  constructor(name: string) {
    this.name = name;
    underWay.add(this);
  }

  /** Code called by `work`, also after an await, belongs to this operation. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  end(): void {
    this.#ended = true;
    underWay.delete(this);
    endedSinceBeat.add(this.name);
  }

  /** A connection opened by an operation stays in its context after the operation has ended. */
  get hasEnded(): boolean {
    return this.#ended;
  }
}

export async function runOperation<T>(name: string, work: () => Promise<T>): Promise<T> {
  const operation = new Operation(name);
  try {
    return await operation.run(work);
  } finally {
    operation.end();
  }
}

type StallLog = Logger & Pick<PinoLogger, 'isLevelEnabled'>;

type StallWatch = {
  readonly service: string;
  readonly log: StallLog;
  /** Absent in a process without a metrics port. */
  readonly metrics?: Pick<Metrics, 'eventLoopStalls'>;
};

/** An idle process wakes up this often; a stall is measured up to this much too short. */
const beatEveryMs = 100;
/** Shorter delays occur on any busy machine. */
const stallMs = 200;
/** Every client of the process notices a stall this long. */
const longStallMs = 1_000;
/** More names would not help to find the cause. */
const namesMax = 10;

/**
 * Logs and counts stalls of the event loop until the process ends, with the operations in progress. A thread takes a
 * stack sample during a long stall. Neither keeps the process alive.
 */
export function watchStalls({ service, log, metrics }: StallWatch): void {
  const beats = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  let last = { beatAt: process.hrtime.bigint(), cpuMs: readCpuMs() };
  Atomics.store(beats, 0, last.beatAt);
  const beat = () => {
    const now = { beatAt: process.hrtime.bigint(), cpuMs: readCpuMs() };
    Atomics.store(beats, 0, now.beatAt);
    const stalledMs = Math.round(Number(now.beatAt - last.beatAt) / 1e6) - beatEveryMs;
    if (stalledMs >= stallMs) {
      metrics?.eventLoopStalls.inc({ length: stalledMs >= longStallMs ? 'long' : 'short' });
      // Little processor time in a long stall means a slow machine rather than our code.
      const cpuMs = Math.round(now.cpuMs - last.cpuMs);
      log.warn({ stalledMs, cpuMs, operations: listOperations() }, 'platform.event-loop-stalled');
    }
    endedSinceBeat.clear();
    last = now;
  };
  setInterval(beat, beatEveryMs).unref();
  startThread({ ...threadTimes, beats, service }, log);
}

/** Processor time of this thread only: compiler and garbage collector threads continue during a stall. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function listOperations(): string[] {
  const newestFirst = [...underWay].map(({ name }) => name).toReversed();
  return [...new Set([...endedSinceBeat, ...newestFirst])].slice(0, namesMax);
}

/** At most one sample per stall, and one in ten seconds, so that a slow machine does not fill the log. */
const threadTimes = { sampleAfterMs: 500, againAfterMs: 10_000 };
const memoryMaxMb = 16;

type Thread = typeof threadTimes & {
  /** When the main thread last ran its timer, in nanoseconds. */
  readonly beats: BigInt64Array<SharedArrayBuffer>;
  readonly service: string;
};

function startThread(thread: Thread, log: StallLog): void {
  // The thread can only evaluate globals of this one.
  Reflect.set(globalThis, Symbol.for('makewhole.describeStall'), () => (log.isLevelEnabled('warn') ? describe() : ''));
  // As text, because a thread that loads TypeScript also loads its compiler: 15 MB and 100 ms of processor time.
  const worker = new Worker(`(${sampleStalls.toString()})()`, {
    eval: true,
    workerData: thread,
    // Without the flags and the secrets of this process.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
  });
  worker.unref();
  // Stalls are still logged and counted, without a sample.
  worker.once('error', (error) => log.error({ err: error }, 'platform.stall-thread-failed'));
}

/**
 * Runs in the thread, and may use nothing outside itself. The main thread answers from where it is stalled, even inside
 * a regular expression; after a native call, from the function that made it. No port is opened, no debugger is enabled,
 * and nothing is connected between samples.
 */
function sampleStalls(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads');
  const { Session } = process.getBuiltinModule('node:inspector');
  const { write } = process.getBuiltinModule('node:fs');
  const { beats, service, sampleAfterMs, againAfterMs } = workerData as Thread;
  const since = (time: bigint) => Number(process.hrtime.bigint() - time) / 1e6;
  const log = {
    // Written by this thread, because the main thread may never recover.
    warn: (facts: object, event: string) => {
      const line = { level: 40, at: new Date().toISOString(), service, ...facts, event };
      write(1, `${JSON.stringify(line)}\n`, () => undefined);
    },
  };
  let sampled: bigint | undefined;
  const look = () => {
    const beat = Atomics.load(beats, 0);
    const leftMs = sampleAfterMs - since(beat);
    if (leftMs > 0 || beat === sampled) return setTimeout(look, leftMs > 0 ? leftMs : sampleAfterMs);
    sampled = beat;
    const session = new Session();
    session.connectToMainThread();
    const expression = `globalThis[Symbol.for('makewhole.describeStall')]()`;
    session.post('Runtime.evaluate', { expression }, (error, answer) => {
      session.disconnect();
      const stalledMs = Math.round(since(beat));
      // Empty if the loop was idle again or the stack was full.
      const described: unknown = error === null && answer.result.value;
      if (typeof described === 'string' && described !== '')
        log.warn({ stalledMs, ...JSON.parse(described) }, 'platform.event-loop-sampled');
    });
    return setTimeout(look, againAfterMs);
  };
  look();
}

const framesMax = 20;
/** Twenty of them fit into one write to a pipe, which other lines cannot interrupt. */
const frameMaxLength = 160;
const projectUrl = new URL(import.meta.url.slice(0, import.meta.url.lastIndexOf('server/src/')));

/** Runs on the stalled main thread, between any two instructions. It uses no regular expression, because it may interrupt one. */
function describe(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = framesMax * 2;
  const { stack = '' } = new Error('stalled');
  Error.stackTraceLimit = limit;
  const lines = stack.split('\n').map((line) => line.trim().slice('at '.length));
  // The lines up to here are this function and the evaluated expression.
  const first = lines.findIndex((line) => line.startsWith('<anonymous>:')) + 1;
  const frames = lines.slice(first, first + framesMax).map((line) => toFrame(line).slice(0, frameMaxLength));
  const operation = current.getStore();
  const name = operation?.hasEnded === false ? operation.name : undefined;
  return frames.length === 0 ? '' : JSON.stringify({ operation: name, frames });
}

/** `readIt (file:///opt/makewhole/server/src/read.ts:3:14)` to `readIt server/src/read.ts:3`. */
function toFrame(line: string): string {
  const open = line.indexOf(' (');
  const name = open < 0 ? '' : line.slice(0, open);
  const place = open < 0 ? line : line.slice(open + 2, -1);
  // Built in, or compiled at run time such as a serializer: there is no file.
  if (name !== '' && (place.startsWith('<') || place.startsWith('eval at ') || !place.includes(':'))) return name;
  const [file = ''] = place.replace('async ', '').split(' ');
  const path = file.slice(0, file.lastIndexOf(':')).replace(projectUrl.href, '').replace(projectUrl.pathname, '');
  // Directories outside the project stay out of the log.
  const shown = path.includes('://') || path.startsWith('/') ? path.slice(path.lastIndexOf('/') + 1) : path;
  return `${name} ${shown}`.trim();
}
