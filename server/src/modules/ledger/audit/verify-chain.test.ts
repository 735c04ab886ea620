import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import { manualClock } from '#platform/clock';
import { Secret } from '#platform/config';
import { createVault } from '#platform/crypto';
import { runs } from '#test/runs';
import { useDatabase } from '#test/database/use-database';
import { recordEntryAlone } from './audit-record.ts';
import { verifyChain } from './verify-chain.ts';

const database = useDatabase(12);
const keys = [
  new Secret('the key of these tests, with 32 characters'),
  new Secret('an older key, also with 32 characters'),
];
const clock = manualClock(new Date('2026-11-15T12:00:00.123Z'));
const parts = (): Pick<Ctx, 'db' | 'vault' | 'clock'> => ({ db: database.current.db, vault: createVault(keys), clock });

const count = 40;
const query = (text: string, values: unknown[] = []) => database.current.db.pool.query(text, values);

/** Changes rows as a database owner can: with the triggers disabled. */
async function tamper(text: string, values: unknown[] = []): Promise<void> {
  const client = await database.current.db.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(text, values);
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

beforeEach(async () => {
  for (let row = 1; row <= count; row += 1) {
    clock.advance(1);
    await recordEntryAlone(parts(), {
      kind: row % 2 === 0 ? 'view' : 'action',
      operation: 'intakes.get-record',
      staffId: `stf_${row % 3}`,
      credentialId: 'ses_1',
      subjectId: `int_${row}`,
      reason: row % 5 === 0 ? 'asked by the owner' : undefined,
      requestId: `req_${row}`,
    });
  }
});
afterEach(async () => {
  await query('alter table audit.entries disable trigger all');
  await query('truncate audit.entries');
  await query('alter table audit.entries enable trigger all');
  await tamper("update audit.head set seq = 0, mac = '', seal = null");
});

describe('the trail', () => {
  it('an untouched trail is intact, and its end is reported', async () => {
    const verdict = await verifyChain(parts());
    expect(verdict).toMatchObject({ ok: true, rows: count, problem: undefined });
    expect(verdict.anchor).toMatch(new RegExp(`^${count}:[0-9a-f]{74}$`));
  });

  it('is only added to: rows are not updated, deleted or cut off', async () => {
    for (const text of [
      "update audit.entries set staff_id = 'stf_other' where seq = 1",
      'delete from audit.entries where seq = 1',
      'truncate audit.entries',
    ]) {
      await expect(query(text)).rejects.toThrow('only added to');
    }
    expect((await verifyChain(parts())).ok).toBe(true);
  });

  it('has a head that moves onto an entry of its own transaction alone, whoever moves it', async () => {
    const add = (seq: number) =>
      `insert into audit.entries (seq, at, kind, operation, mac) values (${seq}, now(), 'view', 'x', 'm')`;
    const move = (seq: number, mac = `'m'`) => `update audit.head set seq = ${seq}, mac = ${mac}, seal = 's'`;
    const refused = 'only moves onto the entry';
    for (const [text, words] of [
      [move(count + 1), refused],
      [move(count - 1), refused],
      [`update audit.head set seal = 's'`, refused],
      [`begin; ${add(count + 1)}; ${move(count + 1, `'n'`)}; commit`, refused],
      [`begin; ${add(count + 2)}; ${move(count + 2)}; commit`, refused],
      [`begin; ${add(count + 1)}; update audit.head set seq = ${count + 1}, mac = 'm', seal = null; commit`, refused],
      ['delete from audit.head', 'stays'],
      ['truncate audit.head', 'stays'],
      [add(count + 1), 'added with its head'],
      [`begin; ${add(count + 1)}; ${add(count + 2)}; ${move(count + 1)}; commit`, 'added with its head'],
    ] as const) {
      const client = await database.current.db.pool.connect();
      await expect(client.query(text)).rejects.toThrow(words);
      await client.query('rollback');
      client.release();
    }
    expect((await verifyChain(parts())).ok).toBe(true);
  });

  it('the trail stays one chain under concurrent writes', async () => {
    const add = (index: number) => recordEntryAlone(parts(), { kind: 'view', operation: 'x', subjectId: `s${index}` });
    await Promise.all(Array.from({ length: 200 }, (_, index) => add(index)));
    expect(await verifyChain(parts())).toMatchObject({ ok: true, rows: count + 200 });
  });

  it('the trail is intact whatever reason was typed, even when it is cut inside a character', async () => {
    await recordEntryAlone(parts(), { kind: 'action', operation: 'x', reason: `a${'😀'.repeat(199)}` });
    expect(await verifyChain(parts())).toMatchObject({ ok: true, rows: count + 1 });
  });

  it('the trail is intact across a key change, as long as the old key is in the ring', async () => {
    const older = { ...parts(), vault: createVault(keys.slice(1)) };
    await recordEntryAlone(older, { kind: 'view', operation: 'x' });
    await recordEntryAlone(parts(), { kind: 'view', operation: 'x' });
    expect((await verifyChain(parts())).ok).toBe(true);
    expect((await verifyChain({ ...parts(), vault: createVault(keys.slice(0, 1)) })).ok).toBe(false);
  });
});

describe('a trail that was tampered with', () => {
  const columns: [string, string][] = [
    ['at', "at + interval '1 millisecond'"],
    ['kind', "case kind when 'view' then 'action' else 'view' end"],
    ['operation', "'intakes.start'"],
    ['staff_id', "'stf_other'"],
    ['staff_id', 'null'],
    ['credential_id', "'ses_2'"],
    ['subject_id', "'int_other'"],
    ['subject_id', 'null'],
    ['reason', "'something else'"],
    ['request_id', "'req_other'"],
    ['mac', "decode(repeat('00', 32), 'hex')"],
  ];

  it.each(columns)('tampering is detected when %s of any one row becomes %s', async (column, value) => {
    for (const seq of [1, 2, 17, count - 1, count]) {
      const { rows } = await query('select * from audit.entries where seq = $1', [seq]);
      await tamper(`update audit.entries set ${column} = ${value} where seq = $1`, [seq]);
      expect(await verifyChain(parts())).toMatchObject({ ok: false, rows: seq - 1, problem: `row ${seq} was changed` });
      await tamper(`update audit.entries set ${column} = $2 where seq = $1`, [seq, rows[0][column]]);
    }
    expect((await verifyChain(parts())).ok).toBe(true);
  });

  it('is found whichever row is taken away, the last ones included', async () => {
    for (let seq = 1; seq <= count; seq += 1) {
      const { rows } = await query('select * from audit.entries where seq = $1', [seq]);
      await tamper('delete from audit.entries where seq = $1', [seq]);
      const verdict = await verifyChain(parts());
      expect([seq, verdict.ok, verdict.rows]).toEqual([seq, false, seq - 1]);
      expect(verdict.problem).toMatch(/missing/);
      const names = Object.keys(rows[0]);
      const placeholders = names.map((_, index) => `$${index + 1}`).join(', ');
      await tamper(`insert into audit.entries (${names.join(', ')}) values (${placeholders})`, Object.values(rows[0]));
    }
    expect((await verifyChain(parts())).ok).toBe(true);
  });

  it('tampering is detected when the following rows are renumbered, or two rows are swapped', async () => {
    await tamper('delete from audit.entries where seq = 10');
    await tamper('update audit.entries set seq = -(seq - 1) where seq > 10');
    await tamper('update audit.entries set seq = -seq where seq < 0');
    expect((await verifyChain(parts())).problem).toBe('row 10 was changed');
  });

  it('tampering is detected when the end is removed and the head is set back to match', async () => {
    await tamper(`delete from audit.entries where seq > ${count - 3}`);
    await tamper(
      `update audit.head set seq = ${count - 3}, mac = (select mac from audit.entries where seq = ${count - 3})`,
    );
    expect((await verifyChain(parts())).problem).toBe('the head of the trail was changed');
    await tamper('delete from audit.entries');
    await tamper("update audit.head set seq = 0, mac = '', seal = null");
    // The database alone no longer shows the tampering; only an anchor recorded elsewhere does.
    expect((await verifyChain(parts(), [`1:${'0'.repeat(64)}`])).ok).toBe(false);
  });

  it('is found when an old head is put back with its own seal, by an anchor that was noted since', async () => {
    const old = await query('select seq, mac, seal from audit.head');
    await recordEntryAlone(parts(), { kind: 'view', operation: 'x' });
    const { anchor } = await verifyChain(parts());
    await tamper(`delete from audit.entries where seq = ${count + 1}`);
    await tamper('update audit.head set seq = $1, mac = $2, seal = $3', Object.values(old.rows[0]));
    expect((await verifyChain(parts())).ok).toBe(true);
    expect((await verifyChain(parts(), [anchor])).problem).toBe(
      `an anchor says that there were ${count + 1} rows: those after row ${count} were removed`,
    );
  });

  it('tampering is detected when a row is added past the end, or the head is gone', async () => {
    await tamper(
      `insert into audit.entries (seq, at, kind, operation, mac) values (${count + 1}, now(), 'view', 'x', '')`,
    );
    expect((await verifyChain(parts())).problem).toBe(`row ${count + 1} was put behind the end of the trail`);
    await tamper(`delete from audit.entries where seq = ${count + 1}`);
    await tamper('delete from audit.head');
    expect((await verifyChain(parts())).problem).toBe('the head of the trail is gone');
    await query("insert into audit.head (seq, mac) values (0, '')");
  });
});

describe('any one row', () => {
  it('that is edited or taken away is found, in trial after trial', async () => {
    const trials = runs({ always: 60, nightly: 10_000 });
    const edits = [
      "staff_id = 'stf_other'",
      'subject_id = null',
      "operation = operation || '.'",
      "at = at - interval '1 millisecond'",
      "reason = 'x'",
    ];
    const { rows: originals } = await query('select * from audit.entries order by seq');
    const names = Object.keys(originals[0]);
    const restore = `insert into audit.entries (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`;
    for (let trial = 0; trial < trials; trial += 1) {
      const row = originals[Math.floor(Math.random() * count)];
      const edit = edits[trial % (edits.length + 1)];
      await tamper(
        edit === undefined
          ? 'delete from audit.entries where seq = $1'
          : `update audit.entries set ${edit} where seq = $1`,
        [row.seq],
      );
      const verdict = await verifyChain(parts());
      expect([trial, edit, row.seq, verdict.ok]).toEqual([trial, edit, row.seq, false]);
      if (edit !== undefined) await tamper('delete from audit.entries where seq = $1', [row.seq]);
      await tamper(restore, Object.values(row));
    }
    expect((await verifyChain(parts())).ok).toBe(true);
  }, 600_000);
});
