import type { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { findWall, runConfined } from '../jail/confined-runs.ts';

/** Programs that read documents, with the packages that contain them. */
const programs = {
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftocairo: 'poppler-utils',
  pdfunite: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  tesseract: 'tesseract-ocr',
} as const;

/** Each prints its help quickly; a busy machine may take longer, which is not the program's fault. */
const patienceMs = 20_000;

const noAnswer = 'the process at DOCUMENT_PARSER_SOCKET does not answer';
const noWall =
  'files are refused with 503, because no sandbox can be made: install bubblewrap and allow user namespaces, or use a kernel with ' +
  'Landlock; ALLOW_UNSANDBOXED_READERS=1 where the programs run takes files without';

/** The description of each isolation for the operator, after "read by a process of their own" or "read". */
const described = {
  namespaces: 'in a sandbox',
  landlock: 'behind Landlock and a filter of calls; bubblewrap would add namespaces of their own',
  none: 'under limits and a filter of calls only; bubblewrap would add a sandbox',
} as const;

/** Describes for the operator how documents are read on this machine; throws when they cannot be. */
export async function checkReaders({ readers: reader }: Pick<Config, 'readers'>): Promise<string> {
  const wall = await findWall(reader);
  if (wall === undefined)
    throw new Error(reader.socket === undefined ? noWall : `${noAnswer}, or has no sandbox: ${noWall}`);
  for (const [command, packaged] of Object.entries(programs)) {
    const version = { command, args: ['--help'], cpuS: 2, wallMs: patienceMs, maxBytes: 65_536 };
    await runConfined({ ...version, reader, signal: AbortSignal.timeout(patienceMs) }).catch((error: unknown) => {
      if (error instanceof AppError) throw new Error(noAnswer, { cause: error });
      throw new Error(`${command} cannot be run; it comes with ${packaged}`, { cause: error });
    });
  }
  return reader.socket === undefined ? `read ${described[wall]}` : `read by a process of their own, ${described[wall]}`;
}
