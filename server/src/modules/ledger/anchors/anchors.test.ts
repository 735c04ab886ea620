import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import { recordEntry } from '../audit/trail-entries.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import { chainEntries, recordConsentOfHashes } from '../consent/ledger-entries.ts';
import { verifyConsent } from '../consent/verify-consent.ts';
import { type AnchorConfig, Secret } from '#platform/config';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { describeLastAnchor, measureAnchors, readAnchors } from './read-anchors.ts';
import { anchorMetrics } from './metrics.ts';
import { nameOf, readAnchor, signAnchor } from './rules.ts';
import { writeAnchor } from './write-anchor.ts';

const harness = useHarness();
const hourS = 3600;

type Pair = { readonly pem: string; readonly publicKey: KeyObject };
function makePair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), publicKey };
}
const [own, other] = [makePair(), makePair()];

let directory: string;
beforeAll(async () => {
  // The entries of recordEntry then have distinct times.
  harness.current.clock.advance(1);
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'makewhole-anchors-'));
  await asOwner('delete from anchors.anchors; delete from audit.entries; delete from consent.entries');
  await asOwner(`update audit.head set seq = 0, mac = '', seal = null`);
  await asOwner(`update consent.head set seq = 0, mac = '', seal = null`);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Acts as the database owner can: with the triggers disabled. */
async function asOwner(text: string): Promise<void> {
  const client = await harness.current.owner.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(text);
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

function given(changes: Partial<AnchorConfig> = {}): Ctx {
  const { ctx } = harness.current;
  const anchors = { place: { directory }, key: new Secret(own.pem), publicKeys: [own.publicKey], lost: [], ...changes };
  return { ...ctx, config: { ...ctx.config, anchors } };
}

/** Adds one entry to each chain. */
async function add(words: string): Promise<void> {
  const { ctx } = harness.current;
  await transact(ctx, async (tx) => {
    recordConsentOfHashes(tx, { kind: 'called', subjectId: words, contactHashes: [], details: { outcome: words } });
    await recordEntry(tx, { kind: 'action', operation: 'x', subjectId: words });
  });
  await chainEntries(ctx, 500);
}

/** Creates hours with entries, each with its anchor. */
async function givenHours(count: number, ctx = given()): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    await add(`hour ${hour}`);
    harness.current.clock.advance(hourS);
    expect(await writeAnchor(ctx)).toBe('written');
  }
}

/** Runs `audit verify` and `consent verify`: the first problem of either. */
async function verify(ctx = given()): Promise<string | undefined> {
  const outside = await readAnchors(ctx);
  const [trail, ledger] = [
    await verifyChain(
      ctx,
      outside?.kept.map(({ audit }) => audit),
    ),
    await verifyConsent(
      ctx,
      outside?.kept.map(({ consent }) => consent),
    ),
  ];
  return outside?.problem ?? trail.problem ?? ledger.problem;
}

const pathOf = (number: number) => join(directory, nameOf(number));
const files = async () => (await readdir(directory)).filter((name) => !name.startsWith('.')).toSorted();

describe('anchors', () => {
  it('anchors are written once an hour, whoever asks and however often, and link to each other', async () => {
    await givenHours(3);
    for (let again = 0; again < 3; again += 1) expect(await writeAnchor(given())).toBe('not due');
    expect(await files()).toEqual([1, 2, 3].map(nameOf));
    expect(await verify()).toBeUndefined();
    expect(await readAnchors(given())).toMatchObject({ count: 3, lastAt: harness.current.clock.now() });
    const [signed = ''] = (await readFile(pathOf(3), 'utf8')).split('\n');
    expect(JSON.parse(signed)).toMatchObject({
      number: 3,
      cell: '00',
      audit: expect.stringMatching(/^3:[0-9a-f]{74}/),
    });
  });

  it('anchors are written for empty chains, and not at all if none are configured', async () => {
    expect(await writeAnchor(given())).toBe('written');
    expect(await verify()).toBeUndefined();
    expect(await writeAnchor(harness.current.ctx)).toBe('not configured');
    expect(await readAnchors(harness.current.ctx)).toBeUndefined();
  });

  it('two concurrent processes write one anchor an hour', async () => {
    await givenHours(1);
    harness.current.clock.advance(hourS);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => writeAnchor(given())));
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect(await files()).toHaveLength(2);
    expect(await verify()).toBeUndefined();
  });

  it('an anchor that a dead process wrote but did not record is recorded later and not written twice', async () => {
    await givenHours(3);
    await asOwner('delete from anchors.anchors where number > 1');
    expect(await verify()).toBeUndefined();
    expect(await writeAnchor(given())).toBe('not due');
    expect((await harness.current.ctx.db.many({ text: 'select from anchors.anchors', values: [] })).length).toBe(3);
    expect(await files()).toHaveLength(3);
  });

  it('anchors wait for an unavailable store, and their age grows', async () => {
    const ctx = given();
    await givenHours(1, ctx);
    harness.current.clock.advance(3 * hourS);
    const away = given({ place: { directory: join(pathOf(1), 'none') } });
    await expect(writeAnchor(away)).rejects.toThrow('the directory of objects cannot be used');
    expect(await describeLastAnchor(ctx)).toMatchObject({ state: 'late' });
    await measureAnchors(ctx);
    const gauge = await ctx.metrics.of(anchorMetrics).ageSeconds.get();
    expect(gauge.values).toMatchObject([{ value: 3 * hourS }]);
    expect(await writeAnchor(ctx)).toBe('written');
    expect(await describeLastAnchor(ctx)).toMatchObject({ state: 'in time', since: harness.current.clock.now() });
  });

  it('an anchor from a clock that was years ahead does not prevent the next one', async () => {
    const ahead = { ...given(), clock: { ...harness.current.clock, now: () => new Date('2036-01-01T00:00:00Z') } };
    expect(await writeAnchor(ahead)).toBe('written');
    expect(await writeAnchor(given())).toBe('written');
    expect(await verify()).toBeUndefined();
  });

  it('anchors verify with previous keys too, and not with a key that is not listed', async () => {
    await givenHours(2);
    const rotated = given({ key: new Secret(other.pem), publicKeys: [other.publicKey, own.publicKey] });
    await givenHours(2, rotated);
    expect(await verify(rotated)).toBeUndefined();
    const forgotten = given({ publicKeys: [other.publicKey] });
    expect(await verify(forgotten)).toBe('anchor 1 is signed by a key that AUDIT_ANCHOR_PUBLIC_KEYS does not name');
  });
});

describe('an attacker who has the database and its key', () => {
  it('and writes the audit trail anew is found, at once by the check and within the hour by the job', async () => {
    await givenHours(3);
    await asOwner('delete from audit.entries');
    await asOwner(`update audit.head set seq = 0, mac = '', seal = null`);
    const { ctx } = harness.current;
    for (let row = 0; row < 4; row += 1)
      await transact(ctx, (tx) => recordEntry(tx, { kind: 'action', operation: 'x', subjectId: `other ${row}` }));
    expect((await verifyChain(ctx)).ok).toBe(true);
    expect(await verify()).toBe('row 1 is not the one that an anchor names: the trail was written anew');
    harness.current.clock.advance(hourS);
    await expect(writeAnchor(given())).rejects.toThrow('anchor 3 names a row that the audit trail no longer has');
  });

  it('and takes its end away, with a head that fits, is found', async () => {
    await givenHours(2);
    const { rows } = await harness.current.owner.pool.query('select seq, mac, seal from audit.head');
    await givenHours(2);
    const [{ seq, mac, seal }] = rows;
    const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'`;
    await asOwner(`delete from audit.entries where seq > ${seq}`);
    await asOwner(`update audit.head set seq = ${seq}, mac = ${hex(mac)}, seal = ${hex(seal)}`);
    expect((await verifyChain(harness.current.ctx)).ok).toBe(true);
    expect(await verify()).toBe('an anchor says that there were 3 rows: those after row 2 were removed');
  });

  it('rewriting the consent ledger is detected', async () => {
    await givenHours(2);
    await asOwner('delete from consent.entries');
    await asOwner(`update consent.head set seq = 0, mac = '', seal = null`);
    await add('another');
    await add('and one more');
    expect((await verifyConsent(harness.current.ctx)).ok).toBe(true);
    expect(await verify()).toBe('entry 1 is not the one that an anchor names: the ledger was written anew');
  });

  it('editing a head makes the job refuse to sign it', async () => {
    await givenHours(1);
    harness.current.clock.advance(hourS);
    await asOwner(`update audit.head set seal = 'x'`);
    await expect(writeAnchor(given())).rejects.toThrow('the head of the audit trail was changed');
    expect(await files()).toHaveLength(1);
  });
});

describe('an attacker who can write to the anchor store', () => {
  it('and removes one is found, whichever it is, and all of them', async () => {
    await givenHours(4);
    for (const number of [1, 2, 4]) {
      await copyFile(pathOf(number), `${directory}-kept`);
      await unlink(pathOf(number));
      expect(await verify()).toBe(`anchor ${number} was removed`);
      await copyFile(`${directory}-kept`, pathOf(number));
      expect(await verify()).toBeUndefined();
    }
    await unlink(pathOf(4));
    await expect(writeAnchor(given())).rejects.toThrow('anchor 4 was removed');
    for (const number of [1, 2, 3]) await unlink(pathOf(number));
    expect(await verify()).toBe('anchor 1 was removed');
  });

  it('changing any byte of an anchor is detected', async () => {
    await givenHours(1);
    const bytes = await readFile(pathOf(1));
    await chmod(pathOf(1), 0o600);
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([place, 'problem' in readAnchor(changed, [own.publicKey])]).toEqual([place, true]);
    }
    await writeFile(pathOf(1), Buffer.concat([bytes, bytes]));
    expect(await verify()).toBe('anchor 1 is not of the form of an anchor');
    for (const hostile of ['', '\n', '{}\n', `null\n${'A'.repeat(86)}==\n`, 'x'.repeat(8000)])
      expect(readAnchor(Buffer.from(hostile), [own.publicKey])).toEqual({ problem: 'is not of the form of an anchor' });
  });

  it('and puts another in its place is found: of another key, of another number, or an older one again', async () => {
    await givenHours(3);
    const [signed = ''] = (await readFile(pathOf(3), 'utf8')).split('\n');
    const { at, type: _type, key: _key, ...said } = JSON.parse(signed);
    const forged = signAnchor({ ...said, at: new Date(at) }, other.pem);
    await writeFile(pathOf(3), forged);
    expect(await verify()).toBe('anchor 3 is signed by a key that AUDIT_ANCHOR_PUBLIC_KEYS does not name');
    await writeFile(pathOf(3), String(forged).replace(/"key":"\w+"/, signed.slice(signed.indexOf('"key"'), -1)));
    expect(await verify()).toBe('anchor 3 has a false signature');
    await copyFile(pathOf(2), pathOf(3));
    expect(await verify()).toBe('anchor 3 does not follow the one before it');
    await writeFile(pathOf(3), signAnchor({ ...said, at: new Date(at), cell: 'zz' }, own.pem));
    expect(await verify()).toBe('anchor 3 was replaced');
    await writeFile(pathOf(4), 'x'.repeat(10_000));
    await expect(writeAnchor(given())).rejects.toThrow('anchor 3 was replaced');
  });
});

describe('a restore', () => {
  it('anchors reveal that a restore lost rows, until an operator names those rows', async () => {
    await givenHours(2);
    const { rows } = await harness.current.owner.pool.query('select seq, mac, seal from audit.head');
    await givenHours(2);
    const [{ seq, mac, seal }] = rows;
    const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'`;
    await asOwner(`delete from audit.entries where seq > ${seq}`);
    await asOwner(`update audit.head set seq = ${seq}, mac = ${hex(mac)}, seal = ${hex(seal)}`);
    await asOwner('delete from anchors.anchors where number > 2');
    harness.current.clock.advance(hourS);
    await expect(writeAnchor(given())).rejects.toThrow('no longer has');
    const named = given({ lost: [[3, 4]] });
    expect(await writeAnchor(named)).toBe('written');
    expect(await files()).toHaveLength(5);
    expect(await verify(named)).toBeUndefined();
    expect(await verify()).toMatch('an anchor says that there were 3 rows');
  });
});
