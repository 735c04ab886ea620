import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type MigrationFile = {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Its first line is `-- concurrently`: its statements run one by one, outside a transaction. */
  readonly isConcurrent: boolean;
  /** Removes something that an older version needs, so it waits until no such process runs. */
  readonly isContract: boolean;
};

export const migrationsDirectory = fileURLToPath(new URL('../../../../migrations', import.meta.url));

/** All migrations of this code, in order. */
export const readMigrations = (directory: string): readonly MigrationFile[] =>
  migrationNames(directory).map((name) => {
    const text = readFileSync(join(directory, `${name}.sql`), 'utf8');
    return {
      name,
      text,
      checksum: createHash('sha256').update(text).digest('hex'),
      isConcurrent: text.startsWith('-- concurrently\n'),
      isContract: isContract(name),
    };
  });

export const migrationNames = (directory: string): readonly string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted();

/** For example `0123-contract-intakes-old-column`. */
export const isContract = (name: string): boolean => /^\d+-contract-/.test(name);

/** The newest migration that this code has, which identifies the version of a process. */
export const newestMigration = (directory = migrationsDirectory): string => migrationNames(directory).at(-1) ?? '';

/** The statements of a concurrent file: separated by semicolons outside of `$$` and quotes. */
export function splitStatements(text: string): readonly string[] {
  const statements = [''];
  let quote = '';
  for (const piece of text.replaceAll(/^--.*$/gm, '').split(/(\$\$|[';])/)) {
    if (piece === ';' && quote === '') statements.push('');
    else statements.push(`${statements.pop()}${piece}`);
    if (piece === quote) quote = '';
    else if (quote === '' && (piece === '$$' || piece === "'")) quote = piece;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
