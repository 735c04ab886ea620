import { beforeAll, describe, expect, it } from 'vitest';
import { notesTable, plannedTable, writeMatched, writePreview } from '#mount/memberships/rosters/plan-store';
import { refusedTable, rosterTable, writeChanges } from '#mount/memberships/rosters/store';
import { prepared, preparedStatements, type Query } from '#platform/db';
import { compareStatement, type Difference, type StatementText } from './compare-statements.ts';
import { listSourceFiles, readDeclaredStatements, testDir, type DeclaredStatement } from './declared-statements.ts';
import { describeStatements } from './described-statements.ts';
import { typeRules } from './driver-types.ts';
import { findReadsBesideLock } from './locking-statements.ts';
import { useDatabase } from './use-database.ts';

/**
 * Columns whose nullability cannot be derived from the table, by statement; an entry that is no longer needed fails.
 */
const nullnessKnown: Readonly<Record<string, string>> = {
  'board.agents detail': 'one row type for agents and institutions, which need not have an address',
  'board.settled-uncharged settled_at': 'only settled cases are listed',
  'checkout.warn-of-holds capture_before': 'only holds whose capture_before is before a given time are warned of',
  'consultations.extend-lease lease_until': 'the statement itself sets it to a parameter that is never null',
  'events.insert-broken-seals livemode': 'what an insert returns is not null in its table',
  'events.list-accounts-of-day account_id': 'the statement leaves out events that nobody is told of',
  'market.sample-model miles': 'the statement leaves out listings without an odometer',
  'portal.list-authenticator-resets identity_check': 'only resets that the team made are listed',
  'portal.list-sign-ups institution_id': 'only sign-ups that were used are listed',
  'portal.list-sign-ups used_at': 'only sign-ups that were used are listed',
  'portal.list-sign-ups user_id': 'only sign-ups that were used are listed',
  'referrals.list-activated at': 'only referrals that came to it are listed',
  'referrals.list-settled at': 'only referrals that came to it are listed',
  'referrals.list-declined at': 'only referrals that came to it are listed',
  'referrals.list-expired at': 'only referrals that came to it are listed',
  'referrals.list-canceled at': 'only referrals that came to it are listed',
  'referrals.list-closed at': 'only referrals that came to it are listed',
  'webhooks.list-full-samples body': 'the statement leaves out deliveries without a text of their own',
  'webhooks.take-shards id': 'what an insert returns is not null in its table',
};

/**
 * Statements that wait for a lock and read more than the locked rows, with the reason why the other data cannot be
 * stale.
 */
const readsBesideLock: Readonly<Record<string, string>> = {
  'consultations.lock-live-of-contacts': 'the sub-selects choose ids of the locked table; what is returned is re-read',
  'consultations.lock-live-or-listed': 'the sub-selects choose which rows to lock; nothing is read from them',
};

/** The compiler reads the whole program first, which takes 15 seconds on an idle machine. */
const compileTimeoutMs = 180_000;

const database = useDatabase();
const plantedFile = `${testDir}planted-statements.ts`;

type Found = StatementText & { readonly declared: DeclaredStatement };

let declared: DeclaredStatement[];
let differences: Difference[];

beforeAll(async () => {
  declared = readDeclaredStatements([...listSourceFiles(), plantedFile]);
  // Stores that other modules create with a factory define its statements.
  const stores = listSourceFiles().filter((file) => file.endsWith('store.ts'));
  for (const file of new Set([...declared.map((statement) => statement.file), ...stores])) await import(file);
  const found = listFound();
  const texts = new Map(found.map(({ name, text }) => [name, text]));
  const described = await describeStatements(database.current.url, texts, rosterTables());
  differences = found.flatMap((statement) => {
    const description = described.get(statement.name);
    if (description === undefined) throw new Error(`${statement.name} was not described`);
    return compareStatement(statement, statement.declared, description);
  });
}, compileTimeoutMs);

/** Statements at run time with the calls that define them; other tests' statements are excluded. */
const listFound = (): Found[] =>
  [...preparedStatements].flatMap(([name, text]) =>
    callsOf(name, text).map((call) => ({ name, text, declared: call })),
  );

const callsOf = (name: string, text: string) =>
  declared.filter((statement) => statement.name.test(name) && statement.text.test(text));

/** A roster's statements read tables that are created for its connection. */
function rosterTables(): Query<unknown>[] {
  const tables = [rosterTable, refusedTable, notesTable, plannedTable];
  const queries: Query<unknown>[] = tables.map((text) => ({ text, values: [] }));
  const db = {
    many: async () => [],
    find: async () => undefined,
    write: (query: Query<unknown>) => void queries.push(query),
  };
  const tenant = { institutionId: 'ins_1', livemode: true };
  writeChanges(db, tenant, new Date(0));
  writePreview(db, tenant);
  // For a stored plan; it has every column that a roster's table has.
  writeMatched(db, tenant, new Date(0));
  return queries;
}

describe('prepared statements', () => {
  it('are all found, each with the one call that defines it', () => {
    const defined = new Set(listFound().map((statement) => statement.declared));
    expect(declared.filter((statement) => !defined.has(statement)).map(({ at }) => at)).toEqual([]);
    const calls = [...preparedStatements].map(([name, text]) => ({
      name,
      at: callsOf(name, text).map(({ at }) => at),
    }));
    expect(calls.filter(({ at }) => at.length > 1)).toEqual([]);
  });

  it('have the names, types and null-ness that the migrated database gives them', () => {
    const own = differences.filter(({ subject }) => !subject.startsWith('planted.'));
    expect(own.filter(({ subject }) => !(subject in nullnessKnown)).map(({ text }) => text)).toEqual([]);
    const unneeded = Object.keys(nullnessKnown).filter((known) => own.every(({ subject }) => subject !== known));
    expect(unneeded).toEqual([]);
  });

  it('prepared statements lock rows first and read dependent data afterwards', () => {
    const found = [...preparedStatements].filter(([, text]) => findReadsBesideLock(text).length > 0);
    expect(found.map(([name]) => name).sort()).toEqual(Object.keys(readsBesideLock));
    const beside =
      'select h.id, (select json_agg(r) from refunds r) as refunds from holds h where h.id = $1 for update of h';
    expect(findReadsBesideLock(beside)).toEqual(['select json_agg', 'json_agg(']);
    expect(findReadsBesideLock(`with due as (${beside}) select 1 from due`)).toHaveLength(2);
    expect(findReadsBesideLock('with due as (select id from holds for update) select count(*) from due')).toEqual([]);
  });

  it('two prepared statements cannot share a name', () => {
    const define = (text: string) => prepared<[], { one: number }>('test.shared-name', text);
    define('select 1 as one');
    define('select 1 as one');
    expect(() => define('select 2 as one')).toThrow('two prepared statements are named test.shared-name');
  });
});

describe('the comparison', () => {
  const found = (name: string) =>
    differences
      .filter(({ subject }) => subject.split(' ')[0] === `planted.${name}`)
      .map(({ text }) => text.replace(/^.*?: /, ''));

  it('the comparison finds nothing where the types are right', () => {
    expect(found('right')).toEqual([]);
  });

  it.each([
    ['wrong-name', ['column id is not in the row type', 'the statement has no column key_id']],
    ['unnamed-column', ['column prefix is not in the row type']],
    ['nothing-read', ['the statement has no column id']],
    ['wrong-type', ['column count (int8) is string, not number']],
    ['wrong-elements', ['column ids (text[]) is string[], not number[] | null']],
    ['not-json', ['column row (jsonb) is JSON, which has no Date']],
    ['null-of-nothing', ['column newest can be null, Date cannot']],
    ['missing-null', ['column last_used_at can be null, Date cannot']],
    ['optional', ['column last_used_at (timestamptz) is never undefined; without a value it is null']],
    ['joined-null', ['column status can be null, string cannot']],
    ['needless-null', ['column id is never null, string | null can be']],
    ['few-parameters', ['0 parameters declared, the statement has 1']],
    ['many-parameters', ['2 parameters declared, the statement has 1']],
    ['wrong-parameter', ['parameter 1 is timestamptz, not string']],
    ['array-as-json', ['parameter 1 is jsonb, not readonly object[]']],
  ])('the comparison finds the fault in planted.%s', (name, expected) => {
    expect(found(name)).toEqual(expected);
  });

  it.each(Object.entries(typeRules))(
    'the type rules match what the driver reads for %s',
    async (type, { read, sample }) => {
      await database.current.db.pool.query(`drop type if exists enum; create type enum as enum ('a')`);
      const text = `select $1::text::${type} as one, array[$1::text::${type}] as many`;
      const row = await database.current.db.find<{ one: unknown; many: unknown }>({ text, values: [sample] });
      const kinds = [row?.one, row?.many].map(kindOfValue);
      expect(kinds).toEqual(read.map((kind) => kind.replace('json', 'object')));
    },
  );
});

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return `${kindOfValue(value[0])}[]`;
  if (Buffer.isBuffer(value)) return 'Buffer';
  return value instanceof Date ? 'Date' : typeof value;
}
