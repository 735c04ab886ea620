import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secretSettings, settings } from '../../src/platform/config/settings.ts';

/** The repository root. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const known = new Set<string>([
  ...Object.values(settings).flatMap((group) => Object.keys(group)),
  ...[...secretSettings].map((name) => `${name}_FILE`),
]);

/** Returns the names that are not settings. A misspelled setting is silently ignored and its default applies. */
export const unknownSettings = (names: readonly string[]): string[] => names.filter((name) => !known.has(name));
