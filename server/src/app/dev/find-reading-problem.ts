import { spawn } from 'node:child_process';
import type { Config } from '#platform/config';
import { checkReaders } from '#app/cli-dependencies';

type Program = { readonly command: string; readonly debian: string; readonly macos: string | undefined };

export type ReadingProblem = { readonly why: string; readonly missing: readonly Program[] };

/** The programs that parse insurers' reports. bubblewrap exists only on Linux. */
const programs: readonly Program[] = [
  { command: 'pdftotext', debian: 'poppler-utils', macos: 'poppler' },
  { command: 'tesseract', debian: 'tesseract-ocr tesseract-ocr-eng', macos: 'tesseract' },
  { command: 'bwrap', debian: 'bubblewrap', macos: undefined },
];

let works = false;

/** Undefined where this machine can parse documents, which is then not checked again. */
export async function findReadingProblem(config: Config): Promise<ReadingProblem | undefined> {
  if (works) return undefined;
  try {
    await checkReaders(config);
    works = true;
    return undefined;
  } catch (error) {
    const found = await Promise.all(programs.map(({ command }) => isInstalled(command)));
    const missing = programs.filter((_program, index) => found[index] !== true);
    return { why: error instanceof Error ? error.message : String(error), missing };
  }
}

const isInstalled = (command: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, ['--version'], { stdio: 'ignore', timeout: 5000 });
    child.once('error', () => resolve(false));
    child.once('exit', () => resolve(true));
  });
