// Runs in a worker thread started by parser-lane.ts: loads a parser module and runs one input at a time.
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, type Transferable } from 'node:worker_threads';

/** Requests get about three times the processor time on a busy machine. On Linux this is the priority of this thread only. */
const nicer = 5;
if (process.platform === 'linux') setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + nicer));

/** What a parser can reach outside its thread. */
export type ParserThread = {
  /** Sends a question to the caller and waits for its answer. One question at a time. */
  ask(question: unknown, transfer?: readonly Transferable[]): Promise<unknown>;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
};

/** A parser module exports a function `parse` of this type. Expected refusals are part of its output. */
export type Parser<Input, Output> = (input: Input, thread: ParserThread) => Output | Promise<Output>;

export type ToThread = { readonly parser: string; readonly input: unknown } | { readonly answer: unknown } | 'abort';

/** `failed` carries an error's class and stack frames, never its message, which can quote the input. */
export type FromThread =
  | 'loaded'
  | { readonly question: unknown }
  | { readonly output: unknown }
  | { readonly failed: { readonly name: string; readonly frames: string } };

type Running = { readonly abort: AbortController; take?: ((answer: unknown) => void) | undefined };

let running: Running | undefined;

const send = (message: FromThread, transfer: readonly Transferable[] = []) =>
  parentPort?.postMessage(message, [...transfer]);

parentPort?.on('message', (message: ToThread) => {
  if (message === 'abort') running?.abort.abort();
  else if ('answer' in message) running?.take?.(message.answer);
  else void run(message.parser, message.input);
});

async function run(parser: string, input: unknown): Promise<void> {
  const own: Running = { abort: new AbortController() };
  running = own;
  const thread: ParserThread = {
    signal: own.abort.signal,
    ask: (question, transfer) =>
      new Promise((take) => {
        own.take = take;
        send({ question }, transfer);
      }),
  };
  try {
    const { parse } = (await import(parser)) as { parse: Parser<unknown, unknown> };
    send('loaded');
    send({ output: await parse(input, thread) });
  } catch (error) {
    const { name, stack = '' } = error instanceof Error ? error : new Error('unknown');
    const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
    send({ failed: { name, frames: frames.slice(0, 10).join('\n') } });
  }
}
