import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';

/** Atkinson Hyperlegible Next, variable, Latin: the one font of our pages ([0051](../../../../docs/decisions)). */
export const font = readFileSync(fileURLToPath(import.meta.resolve(file)));

/** Named by its content, so that it may be cached for ever. */
export const fontPath = `/assets/text-${createHash('sha256').update(font).digest('hex').slice(0, 12)}.woff2`;
