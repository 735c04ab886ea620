import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '@makewhole/server/test/database/use-database.ts';
import { withClient } from './cluster.ts';
import { copyRows } from './copy-rows.ts';

const database = useDatabase();
const url = () => database.current.url.reveal();

beforeAll(() =>
  withClient(url(), async (client) => {
    await client.query(`create table notes (id text primary key, place serial, "from" text, twice text
      generated always as ("from" || "from") stored)`);
    await client.query(`insert into notes (id, "from") values ('a', 'x'), ('b', 'y')`);
    await client.query('create table first_notes as select * from notes');
  }),
);

type Note = { id: string; place: number; from: string; twice: string };

const notes = () =>
  withClient(url(), async (client) => (await client.query<Note>('select * from notes order by id')).rows);

it('copies what the caller does not know of, and lets the database make what it makes', async () => {
  await withClient(url(), (client) =>
    copyRows(client, { table: 'notes', from: 'first_notes', copies: 2, changes: { id: `r.id || n` } }),
  );
  const found = await notes();
  expect(found.map(({ id, from, twice }) => `${id} ${from} ${twice}`)).toEqual([
    'a x xx',
    'a1 x xx',
    'a2 x xx',
    'b y yy',
    'b1 y yy',
    'b2 y yy',
  ]);
  expect(found.map(({ place }) => place).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
});

it('goes on with the numbers it is given', async () => {
  await withClient(url(), (client) =>
    copyRows(client, { table: 'notes', from: 'first_notes', first: 3, copies: 1, changes: { id: `r.id || n` } }),
  );
  expect((await notes()).map(({ id }) => id)).toEqual(expect.arrayContaining(['a3', 'b3']));
});

it('says which column is no longer there', async () => {
  const copying = withClient(url(), (client) =>
    copyRows(client, { table: 'notes', copies: 1, changes: { id: `'c'`, lane: `'live'` } }),
  );
  await expect(copying).rejects.toThrow('notes has no lane');
});
