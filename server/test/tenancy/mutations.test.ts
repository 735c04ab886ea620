// Tests each layer of tenant isolation without the other: a tenant condition missing in the code leaks nothing while the
// database's policies are on, and is detected here when they are off.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenPartner } from '#testing/partners';
import { startHarness, type Harness } from '#test/harness';
import { Interception, mutantsOf, type Mutant } from './mutations.ts';
import { givenStranger, probesOf, rowsOf, type Stranger } from './world.ts';

let harness: Harness;
let stranger: Stranger;
let interception: Interception;

beforeAll(async () => {
  harness = await startHarness({ gapRequestsPerMin: 1_000_000, authFailPerMin: 1000, LOG_LEVEL: 'silent' });
  stranger = await givenStranger(harness);
  interception = new Interception();
});
afterAll(async () => {
  interception.end();
  await harness.close();
});

/** Every row of the other institution, with its version. */
const strangersRows = (): Promise<string> => rowsOf(harness, stranger.institutionId);

/** Deliveries of the client's events to the other institution. */
async function strayDeliveries(): Promise<number> {
  const text = 'select from webhooks.deliveries where endpoint_id = $1 and account_id <> $2';
  return (await harness.owner.pool.query(text, [stranger.ids['endpoint'], stranger.institutionId])).rowCount ?? 0;
}

type Answered = { readonly name: string; readonly figures: boolean; readonly status: number; readonly text: string };

/** Which probes send each statement. */
const askers = new Map<string, Set<number>>();

/** Runs each probe, or these, as a client without any rows. */
async function askAll(only?: ReadonlySet<number>): Promise<Map<number, Answered>> {
  const answers = new Map<number, Answered>();
  const probes = probesOf(harness, await givenPartner(harness), stranger);
  for (const [place, { name, figures = false, ask }] of probes.entries()) {
    if (only?.has(place) === false) continue;
    interception.seen.clear();
    const { status, text } = await ask();
    for (const statement of interception.seen) askers.set(statement, (askers.get(statement) ?? new Set()).add(place));
    answers.set(place, { name, figures, status, text });
  }
  return answers;
}

/** The result when no condition is missing: the same for every client without rows. */
let right: ReadonlyMap<number, Answered>;
const stable = (text: string): string => text.replaceAll(/"(?:id|request_id|vin|\w+_at)":"[^"]*"/g, '');

/** Returned or changed data that is not the caller's. A statement that fails reveals nothing. */
async function findLeaks(only?: ReadonlySet<number>): Promise<string[]> {
  const before = await strangersRows();
  const leaks = [...(await askAll(only))].flatMap(([place, answer]) =>
    answer.status < 500 && isLeak(answer, right.get(place) ?? answer) ? [answer.name] : [],
  );
  if ((await strangersRows()) !== before) leaks.push('a row of the stranger was changed');
  if ((await strayDeliveries()) > 0) leaks.push('an event is delivered to the stranger');
  return leaks;
}

function isLeak({ name, figures, status, text }: Answered, usual: Answered): boolean {
  // A requested id may be repeated in the response.
  const told = [stranger.secret, ...Object.values(stranger.ids)].some(
    (secret) => text.includes(secret) && !name.includes(secret),
  );
  const found = status < 300 && name.includes(stranger.secret) && stable(text) !== stable(usual.text);
  return told || found || status !== usual.status || (figures && stable(text) !== stable(usual.text));
}

let mutants: Mutant[];

async function leaksByMutant(): Promise<{ mutant: Mutant; leaks: string[] }[]> {
  const found = [];
  for (const mutant of mutants) {
    interception.use(mutant);
    // Keys record their use once in a while.
    harness.clock.advance(120);
    const leaks = await findLeaks(askers.get(mutant.of));
    if (!interception.used) throw new Error(`the statement was not asked again: ${mutant.of}`);
    found.push({ mutant, leaks });
  }
  interception.use(undefined);
  return found;
}

describe('a tenant condition deleted from the code', () => {
  it('the deleted condition is in a statement that an operation sends', async () => {
    right = await askAll();
    expect([...right.values()].filter(({ status }) => status >= 500)).toEqual([]);
    expect(await findLeaks()).toEqual([]);
    mutants = [...askers.keys()].flatMap(mutantsOf);
    expect(mutants.length).toBeGreaterThan(30);
  });

  it('leaks nothing and changes nothing, whichever it is', async () => {
    const leaking = (await leaksByMutant()).filter(({ leaks }) => leaks.length > 0);
    expect(leaking.map(({ mutant, leaks }) => [mutant.of, mutant.condition, leaks])).toEqual([]);
  }, 900_000);

  it('is noticed here when the policies are off', async () => {
    const { pool } = harness.owner;
    const { rows } = await pool.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relrowsecurity`,
    );
    for (const { name } of rows) await pool.query(`alter table ${name} disable row level security`);
    expect(await findLeaks()).toEqual([]);
    const all = await leaksByMutant();
    const noticed = all.filter(({ leaks }) => leaks.length > 0);
    // The others are guarded twice: by an id that an earlier statement found, or by a join.
    expect([all.length, noticed.length]).toEqual([mutants.length, expect.toSatisfy((count: number) => count > 25)]);
  }, 900_000);
});
