import { startChild } from '#bench/webhooks/child';

export type WriterQuestion = 'begin' | 'stop' | 'count';

export type WriterCounts = {
  /** Confirmed as committed. */
  committed: number;
  /** On purpose. */
  rolledBack: number;
  /** Cut off: whether it committed is unknown. */
  unknown: number;
};

export type Writer = {
  begin(): Promise<WriterCounts>;
  count(): Promise<WriterCounts>;
  /** Lets every lane finish its current work. */
  stop(): Promise<WriterCounts>;
  close(): Promise<void>;
};

type WriterOptions = {
  readonly env: Readonly<Record<string, string>>;
  /** Where committed changes are written, one in a line. */
  readonly book: string;
  readonly institutions: readonly string[];
};

export function startWriter({ env, book, institutions }: WriterOptions): Writer {
  const child = startChild<WriterQuestion, WriterCounts>({
    script: 'fault/writer-process.ts',
    args: [book, ...institutions],
    env,
  });
  return {
    begin: () => child.ask('begin'),
    count: () => child.ask('count'),
    stop: () => child.ask('stop'),
    close: () => child.close(),
  };
}
