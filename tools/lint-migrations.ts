// Migration statements that would block other sessions or break the previous version, according to squawk's rules.
// The runner sets the
// timeouts and transactions (server/src/platform/db/migrate.ts), so rules that require them in each file are off. An
// exception is in
// the file, with its reason: `-- squawk-ignore ban-drop-not-null`.
// node tools/lint-migrations.ts [file…]
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The first schema, which no process of an earlier version uses. */
const lastUnchecked = '0035-privacy.sql';

/** Handled by the runner, or a matter of taste: our ints are bounded by checks, and our files never run twice. */
const off = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-text-field',
];

/**
 * Objects that an older version may still need. Contract migrations may remove them, because they wait for that
 * version's last process.
 */
const contracts = [
  'ban-drop-column',
  'ban-drop-table',
  'ban-drop-not-null',
  'renaming-column',
  'renaming-table',
  'changing-column-type',
  'adding-not-nullable-field',
];

const directory = 'migrations';
const named = process.argv.slice(2);
const files =
  named.length > 0
    ? named
    : readdirSync(directory)
        .filter((file) => file.endsWith('.sql') && file > lastUnchecked)
        .toSorted()
        .map((file) => join(directory, file));

for (const file of files) {
  const inTransaction = !readFileSync(file, 'utf8').startsWith('-- concurrently\n');
  const excluded = /^\d+-contract-/.test(basename(file)) ? [...off, ...contracts] : off;
  const args = ['--pg-version', '15.0', '--exclude', excluded.join(',')];
  const { status } = spawnSync('squawk', [...args, ...(inTransaction ? ['--assume-in-transaction'] : []), file], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
console.log(`${files.length} migrations looked at`);
