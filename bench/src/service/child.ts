// A child process that answers each message once.
import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunStack } from '#bench/instrument';

type Child<Question, Answer> = {
  readonly pid: number;
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
};

type Asked<Question> = { readonly number: number; readonly question: Question };
type Answered<Answer> = { readonly number: number } & ({ readonly answer: Answer } | { readonly failure: string });

type ChildOptions = {
  /** Below bench/src. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

export function startChild<Question, Answer>({ script, args, env }: ChildOptions): Child<Question, Answer> {
  const child = fork(fileURLToPath(new URL(`../${script}`, import.meta.url)), args, {
    serialization: 'advanced',
    env: { ...process.env, ...env },
  });
  if (child.pid === undefined) throw new Error(`${script} did not start`);
  const open = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let number = 0;
  child.on('message', (message: Answered<Answer>) => {
    const asked = open.get(message.number);
    open.delete(message.number);
    if ('failure' in message) asked?.reject(new Error(message.failure));
    else asked?.resolve(message.answer);
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      for (const { reject } of open.values()) reject(new Error(`${script} ended`));
      open.clear();
      resolve();
    });
  });
  return {
    pid: child.pid,
    ask(question) {
      return new Promise((resolve, reject) => {
        if (!child.connected) return reject(new Error(`${script} has ended`));
        number += 1;
        open.set(number, { resolve, reject });
        child.send({ number, question } satisfies Asked<Question>);
      });
    },
    async close() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The child's side. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  process.on('message', ({ number, question }: Asked<Question>) => {
    const reply = async () => {
      process.send?.({ number, answer: await answer(question) });
    };
    reply().catch((error: unknown) => process.send?.({ number, failure: String(error) }));
  });
  // The parent process is gone.
  process.on('disconnect', () => process.exit(0));
}

/** Milliseconds on a monotonic clock that all processes of one machine share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/** The same for work that continues until it is stopped; its result is the response to `stop`. */
export function answerStartAndStop<Order, Result>(run: (order: Order, stopped: AbortSignal) => Promise<Result>): void {
  let stopping = new AbortController();
  let running: Promise<Result> | undefined;
  answerQuestions<Order | 'stop', Result | undefined>(async (question) => {
    if (question === 'stop') {
      stopping.abort();
      return running;
    }
    stopping = new AbortController();
    running = run(question, stopping.signal);
    running.catch(() => undefined);
    return undefined;
  });
}

export type Runner<Order, Result> = { start(order: Order): Promise<void>; stop(): Promise<Result> };

/** A process that runs such work. */
export function startRunner<Order, Result>(closing: RunStack, script: string): Runner<Order, Result> {
  const child = closing.adopt(startChild<Order | 'stop', Result>({ script }), (one) => one.close());
  return { start: async (order) => void (await child.ask(order)), stop: () => child.ask('stop') };
}

type Rate = { readonly everyMs: number; readonly count?: number; readonly stopped?: AbortSignal };

/**
 * Begins work at a steady rate, whether or not earlier work has ended; returns the results once all work has ended.
 */
export async function atRate<T>(
  { everyMs, count = Infinity, stopped }: Rate,
  work: (turn: number) => Promise<T>,
): Promise<T[]> {
  const startAt = performance.now();
  const working: Promise<T>[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    if (stopped?.aborted === true) break;
    const wait = startAt + turn * everyMs - performance.now();
    if (wait > 0) await pause(wait);
    working.push(work(turn));
  }
  return Promise.all(working);
}
