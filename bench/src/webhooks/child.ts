// A process of our own that answers each message once.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Child<Question, Answer> = {
  readonly pid: number;
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
};

type Asked<Question> = { readonly number: number; readonly question: Question };
type Answered<Answer> = { readonly number: number } & ({ readonly answer: Answer } | { readonly failure: string });

type ChildOptions = {
  /** A sibling of this file. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

export function startChild<Question, Answer>({ script, args, env }: ChildOptions): Child<Question, Answer> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, {
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

/** The child's side of it. */
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
