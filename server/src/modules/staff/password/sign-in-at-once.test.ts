import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { stepAt } from '#lib/tokens/totp';
import { policy } from '#platform/config';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { gate } from '#test/until';
import { untilBlocked } from '#test/database/use-database';
import {
  hashPassword,
  hashesAtOnce,
  passwordLanes,
  signInCrowded,
  signInLanes,
  verifyPassword,
} from '#platform/sign-in';
import { purgeSessions } from '../sessions/sessions.ts';
import { givenPassword, givenSession, givenStaff, postForm } from '../testing.ts';
import { realm } from '../realm.ts';

const { endSessions, replacePassword } = realm;

const harness = useHarness();

/** Runs work in a transaction that commits only when the test releases it. */
function pauseAfter(work: (tx: Tx) => Promise<void>) {
  const [done, goOn] = [gate(), gate()];
  const ended = transact(harness.current.ctx, async (tx) => {
    await work(tx);
    await tx.db.many({ text: 'select 1', values: [] });
    done.open();
    await goOn.opened;
  });
  return { done: done.opened, commit: () => (goOn.open(), ended) };
}

describe('a sign-in during a change of password', () => {
  it('a sign-in with a password that is being replaced leaves no session behind', async () => {
    const { ctx, clock } = harness.current;
    const staffMember = await givenPassword(harness.current);
    const passwordHash = await hashPassword('another synthetic password', {
      cost: ctx.config.passwordCost,
      turn: (work) => work(),
    });
    const setup = pauseAfter(async ({ db, vault }) => {
      const encrypted = vault.encrypt(staffMember.secret, `staff.passwords/${staffMember.staffId}`);
      const row = {
        ownerId: staffMember.staffId,
        passwordHash,
        sealedTotp: encrypted,
        setAt: clock.now(),
      };
      replacePassword(db, { ...row, lastStep: stepAt(clock.now()) - 1 }, [Buffer.from('a code')]);
      endSessions(db, staffMember.staffId, { now: clock.now() });
    });
    await setup.done;
    const { email, password } = staffMember;
    const answer = postForm(harness.current, '/sign-in', { email, password, code: staffMember.code() });
    await untilBlocked(ctx.db, 1);
    await setup.commit();
    expect((await answer).status).toBe(403);
  });
});

describe('two administrators who change each other', () => {
  it('when two administrators disable each other at the same moment, one stays', async () => {
    const { ctx } = harness.current;
    const [one, other] = [await givenSession(harness.current), await givenSession(harness.current)];
    // Both have passed the guard, and neither has committed.
    const trail = pauseAfter(
      async ({ db }) => void (await db.many({ text: 'select from audit.head for update', values: [] })),
    );
    await trail.done;
    const disable = (who: typeof one, whom: typeof one) =>
      harness.current.call('PATCH', `/api/staff/v1/staff/${whom.staffId}`, {
        headers: who.headers,
        body: { disabled: true },
      });
    const both = [disable(one, other), disable(other, one)];
    await untilBlocked(ctx.db, 2);
    await trail.commit();
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401]);
  });
});

describe('deleting sessions while others end them', () => {
  it("the sweep skips locked sessions, because ending all of a member's sessions locks them in another order", async () => {
    const { ctx, clock } = harness.current;
    const [staffMember, other, rest] = [
      await givenStaff(harness.current),
      await givenStaff(harness.current),
      await givenStaff(harness.current),
    ];
    const insert = (ids: string, { staffId }: { staffId: string }, made: Date) =>
      ctx.db.pool.query(
        `insert into staff.sessions (id, token_hash, staff_id, method, created_at, last_seen_at, expires_at)
         select id, sha256(id::bytea), $1, 'password', $2, $2, $2 from (${ids}) s (id)`,
        [staffId, made],
      );
    const old = addDays(clock.now(), -3);
    await insert("values ('ses_3'), ('ses_1')", staffMember, old);
    await insert("values ('ses_2')", other, old);
    // Enough rows that each statement uses its own index to find sessions.
    await insert("select 'ses_' || n from generate_series(10000, 13000) n", rest, clock.now());
    await harness.current.owner.pool.query('analyze staff.sessions');
    const middle = pauseAfter(async ({ db }) => endSessions(db, other.staffId, { now: clock.now() }));
    await middle.done;
    const purged = purgeSessions(ctx, 500);
    await Promise.race([purged, untilBlocked(ctx.db, 1).catch(() => undefined)]);
    const ended = transact(ctx, async (tx) => endSessions(tx.db, staffMember.staffId, { now: clock.now() }));
    await Promise.race([ended, untilBlocked(ctx.db, 2).catch(() => undefined)]);
    await middle.commit();
    await Promise.all([purged, ended]);
    await purgeSessions(ctx, 500);
    const { rows } = await ctx.db.pool.query("select id from staff.sessions where id in ('ses_1', 'ses_2', 'ses_3')");
    expect(rows).toEqual([]);
  });
});

describe('passwords that are compared at once', () => {
  /** Compares on a known device, or on an unknown one from a separate network. */
  const compare = (lane: 'known' | 'unknown', client: string) =>
    passwordLanes.enter({ lane, client, refuse: signInCrowded }, (turn) =>
      verifyPassword('synthetic', { stored: undefined, cost: policy.passwordCost, turn }),
    );

  it('leave threads to everything else in the process, and those beyond a second are refused with a retry', async () => {
    let compared = 0;
    const { places } = signInLanes.unknown;
    const all = Array.from({ length: places + 3 }, async (_, index) => {
      await compare('unknown', `network ${index}`);
      compared += 1;
    });
    const ended = Promise.allSettled(all);
    await readFile(import.meta.filename);
    expect(compared).toBeLessThan(10);
    const refused = (await ended).filter(({ status }) => status === 'rejected');
    expect(refused).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ reason: expect.objectContaining({ status: 503, retryAfterS: 10 }) }),
      ),
    );
    expect(compared).toBe(places);
  });

  it('let a known device go before all strangers who wait, and never take its turn', async () => {
    const ended: string[] = [];
    const begin = (lane: 'known' | 'unknown', client: string) => compare(lane, client).then(() => ended.push(client));
    const strangers = Array.from({ length: signInLanes.unknown.places }, (_, index) => begin('unknown', `s${index}`));
    const people = Array.from({ length: 4 }, (_, index) => begin('known', `person ${index}`));
    await Promise.all([...strangers, ...people]);
    // Four members in their slot, while about as many unknown clients ran in the other.
    expect(ended.slice(0, 4 * hashesAtOnce + 2).filter((name) => name.startsWith('person'))).toHaveLength(4);
  });
});
