import { hasSandbox, runConfined } from './run-confined.ts';

/** What reads documents, with the package that brings it. */
const programs = { pdftotext: 'poppler-utils', pdftoppm: 'poppler-utils', tesseract: 'tesseract-ocr' } as const;

/** Whether documents can be read on this machine, in words for the operator; throws when a program is missing. */
export async function checkReaders(): Promise<string> {
  for (const [command, packaged] of Object.entries(programs)) {
    const version = { command, args: ['--help'], cpuS: 2, wallMs: 5000, maxBytes: 65_536 };
    await runConfined({ ...version, signal: AbortSignal.timeout(5000) }).catch((error: unknown) => {
      throw new Error(`${command} cannot be run; it comes with ${packaged}`, { cause: error });
    });
  }
  return (await hasSandbox()) ? 'read in a sandbox' : 'read under limits only; bubblewrap would add a sandbox';
}
