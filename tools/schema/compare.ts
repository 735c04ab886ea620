// Whether migrations 0001 to 0035 produce the same schema and rows as the 167 migrations that they replaced, under
// today's names
// (names.sql). Kept until the first release.
// node tools/schema/compare.ts      needs the repository's history, psql and pg_dump
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** The last commit with the earlier migrations. */
const earlier = 'bdd59f5c';
const last = '0035-';

const connection = ['-h', '127.0.0.1', '-U', 'postgres'];
const excluded = ['--exclude-schema=graphile_worker', '--exclude-table=public.migrations'];

const run = (command: string, args: readonly string[], input?: string): string =>
  execFileSync(command, [...args], {
    encoding: 'utf8',
    input,
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, PGOPTIONS: '-c client_min_messages=warning' },
  });

const psql = (database: string, input: string): string =>
  run('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', ...connection, '-d', database], input);

const atOnce = (text: string): string => (text.startsWith('-- concurrently\n') ? text : `begin;\n${text}\ncommit;\n`);

/** A dump's objects, and a table's columns, sorted by name, because the order of creation differs. */
function listObjects(database: string): string {
  const text = run('pg_dump', ['-s', ...excluded, ...connection, database]).replaceAll(/^\\(?:un)?restrict .*$/gm, '');
  const sortColumns = (_: string, head: string, body: string) =>
    head +
    body
      .split(/,\n(?= {4}[\w"])/)
      .map((line) => line.trimEnd())
      .toSorted()
      .join(',\n');
  return text
    .split(/^--\n-- (?=Name: )/m)
    .slice(1)
    .map((object) => object.trim().replace(/(CREATE (?:UNLOGGED )?TABLE [\w.]+ \(\n)([\s\S]*?)(?=\n\))/, sortColumns))
    .toSorted()
    .join('\n\n');
}

/** Except for the database's own identity, which the first log epoch contains. */
const listRows = (database: string): string =>
  run('pg_dump', ['-a', '--inserts', '--disable-triggers', ...excluded, ...connection, database])
    .split('\n')
    .filter((line) => line.startsWith('INSERT'))
    .map((line) => line.replace(/(log_epochs VALUES \(0, ).*/, '$1'))
    .toSorted()
    .join('\n');

function build(database: string, files: readonly string[]): string {
  run('createdb', [...connection, database]);
  for (const file of files) psql(database, atOnce(file));
  return `${listObjects(database)}\n${listRows(database)}`;
}

const grants = `create table public.migrations (name text);
  select platform.grant_roles();`;
const earlierFiles = run('git', ['ls-tree', '-r', '--name-only', earlier, 'migrations/']).trim().split('\n').toSorted();
const todays = readdirSync('migrations').toSorted();
const squashed = todays.slice(0, todays.findIndex((name) => name.startsWith(last)) + 1);
const names = ['old', 'new'].map((name) => `makewhole_schema_${name}_${randomBytes(4).toString('hex')}`);
const [oldName = '', newName = ''] = names;
try {
  const before = build(oldName, [
    'create table public.migrations (name text);',
    ...earlierFiles.map((file) => run('git', ['show', `${earlier}:${file}`])),
    readFileSync('tools/schema/names.sql', 'utf8'),
  ]);
  const after = build(newName, [...squashed.map((file) => readFileSync(`migrations/${file}`, 'utf8')), grants]);
  const missing = before.split('\n').filter((line) => !after.includes(line));
  const added = after.split('\n').filter((line) => !before.includes(line));
  for (const line of missing) console.log(`- ${line}`);
  for (const line of added) console.log(`+ ${line}`);
  const equal = before === after;
  console.log(
    `${earlierFiles.length} migrations and ${squashed.length}: ${equal ? 'the same schema and rows' : 'they differ'}`,
  );
  process.exitCode = equal ? 0 : 1;
} finally {
  for (const name of names) run('dropdb', ['--if-exists', ...connection, name]);
}
