import { join } from 'node:path';
import { vpicSha256 } from './vpic-data.ts';

/**
 * Raised whenever build-data-file.ts writes another format, so that a process never reads a file it does not
 * understand.
 */
const form = 2;

/** The name identifies the contents: a new package or format gets its own file, and running processes keep theirs. */
export const dataFileOf = (dir: string): string => join(dir, `vpic-${vpicSha256.slice(0, 12)}-${form}.db`);

/** Written into the file last, and checked when it is loaded. */
export const dataFileMark = `${vpicSha256} ${form}`;
