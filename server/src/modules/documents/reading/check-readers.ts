import type { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { hasSandbox } from '../sandbox/has-sandbox.ts';
import { runConfined } from '../sandbox/run-confined.ts';

/** Programs that read documents, with the packages that contain them. */
const programs = {
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftocairo: 'poppler-utils',
  pdfunite: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  tesseract: 'tesseract-ocr',
} as const;

/** Describes for the operator how documents are read on this machine; throws when a program is missing. */
export async function checkReaders({ readerSocket: reader }: Pick<Config, 'readerSocket'>): Promise<string> {
  for (const [command, packaged] of Object.entries(programs)) {
    const version = { command, args: ['--help'], cpuS: 2, wallMs: 5000, maxBytes: 65_536 };
    await runConfined({ ...version, reader, signal: AbortSignal.timeout(5000) }).catch((error: unknown) => {
      if (error instanceof AppError) throw new Error('the process at READER_SOCKET does not answer', { cause: error });
      throw new Error(`${command} cannot be run; it comes with ${packaged}`, { cause: error });
    });
  }
  if (reader !== undefined)
    return (await isSandboxed(reader))
      ? 'read by a process of their own, in a sandbox'
      : 'read by a process of their own under limits; bubblewrap would add a sandbox for each file';
  return (await hasSandbox()) ? 'read in a sandbox' : 'read under limits only; bubblewrap would add a sandbox';
}

/** Whether the other process has sandboxes: a program in one sees no list of users. */
async function isSandboxed(reader: string): Promise<boolean> {
  const limits = { cpuS: 2, wallMs: 5000, maxBytes: 1024, signal: AbortSignal.timeout(5000) };
  return (await runConfined({ command: 'sh', args: ['-c', 'test ! -e /etc/passwd'], ...limits, reader })).ok;
}
