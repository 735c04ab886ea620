import { hasSandbox } from './has-sandbox.ts';
import { runConfined } from './run-confined.ts';

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
export async function checkReaders(): Promise<string> {
  for (const [command, packaged] of Object.entries(programs)) {
    const version = { command, args: ['--help'], cpuS: 2, wallMs: 5000, maxBytes: 65_536 };
    await runConfined({ ...version, signal: AbortSignal.timeout(5000) }).catch((error: unknown) => {
      throw new Error(`${command} cannot be run; it comes with ${packaged}`, { cause: error });
    });
  }
  return (await hasSandbox()) ? 'read in a sandbox' : 'read under limits only; bubblewrap would add a sandbox';
}
