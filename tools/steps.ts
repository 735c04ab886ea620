import { spawn } from 'node:child_process';

export type Step = {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
};

export type StepResult = {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
};

/** Runs one command to its end and keeps its output. */
export function runStep({ name, command, env }: Step): Promise<StepResult> {
  const [program = '', ...args] = command;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const end = (ok: boolean) =>
      resolve({
        name,
        ok,
        seconds: (performance.now() - startedAt) / 1000,
        output: Buffer.concat(chunks).toString('utf8'),
      });
    child.on('error', () => end(false));
    child.on('close', (code) => end(code === 0));
  });
}
