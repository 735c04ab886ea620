import { join } from 'node:path';
import { vpicSha256 } from './vpic-package.ts';

/** Raised whenever build-data-file.ts writes something else, so that a process never reads a file of another form. */
const form = 1;

/** The name says what is in the file: a new package or a new form has a file of its own, and old processes keep theirs. */
export const dataFileOf = (dir: string): string => join(dir, `vpic-${vpicSha256.slice(0, 12)}-${form}.db`);

/** Written into the file last, and looked for when it is opened. */
export const dataFileMark = `${vpicSha256} ${form}`;
