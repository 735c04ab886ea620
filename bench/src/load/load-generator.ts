import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A POST whose path, body or headers contain `{unique}` wherever every request must differ; or GETs of what is there. */
export type RequestTemplate = {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST';
  /** Each request takes the next of these rows, for `{name}` wherever it stands. */
  readonly rows?: readonly Readonly<Record<string, string>>[];
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Order = {
  readonly port: number;
  readonly request: RequestTemplate;
  readonly connections: number;
  readonly seconds: number;
  /** The status that counts; every other one is an error. */
  readonly expect: number;
};

export type SliceResult = {
  /** All requests, including those that were not timed: the divisor of processor time. */
  readonly done: number;
  /** The time in which the timed requests were answered. */
  readonly seconds: number;
  readonly errors: number;
  readonly latenciesMs: Float64Array;
};

export type LoadGenerator = {
  readonly pid: number;
  run(order: Order): Promise<SliceResult>;
  close(): Promise<void>;
};

/** Starts the load generator in a process of its own; it runs one order at a time. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)), { serialization: 'advanced' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (child.pid === undefined) throw new Error('the load generator did not start');
  return {
    pid: child.pid,
    run(order) {
      return new Promise((resolve, reject) => {
        const onExit = () => reject(new Error('the load generator ended'));
        child.once('exit', onExit);
        child.once('message', (answer: SliceResult | { failure: string }) => {
          child.removeListener('exit', onExit);
          if ('failure' in answer) reject(new Error(answer.failure));
          else resolve(answer);
        });
        child.send(order);
      });
    },
    async close() {
      child.kill();
      await gone;
    },
  };
}
