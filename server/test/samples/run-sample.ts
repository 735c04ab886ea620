import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Sample } from './sample-files.ts';

// Debian's own Python, which has the package cryptography.
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

/** How a reader runs a file of each kind. */
const programs: Readonly<Record<string, readonly string[]>> = {
  'curl.sh': ['bash'],
  'bash.sh': ['bash'],
  'typescript.ts': [process.execPath],
  'python.py': [python],
  'java.java': ['java', '-XX:TieredStopAtLevel=1', '-Xshare:auto'],
};

export type Surroundings = {
  /** The sample's environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Where its files are. */
  readonly cwd: string;
};

export function startSample({ file, path }: Sample, { env, cwd }: Surroundings): ChildProcess {
  const [program = '', ...options] = programs[file] ?? [];
  const { PATH = '', HOME = '', JAVA_HOME = '' } = process.env;
  return spawn(program, [...options, path], { cwd, env: { PATH, HOME, JAVA_HOME, ...env } });
}

export type Ran = { readonly status: number; readonly printed: string; readonly failed: string };

/** Runs a sample to its end. */
export async function runSample(sample: Sample, surroundings: Surroundings): Promise<Ran> {
  const child = startSample(sample, surroundings);
  let [printed, failed] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += String(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    failed += String(chunk);
  });
  const [status] = (await once(child, 'close')) as [number];
  return { status, printed, failed };
}
