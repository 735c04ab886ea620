import { describe, expect, it, vi } from 'vitest';
import { lockNames, transact } from '#platform/db';
import { minimalIntake, submit } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { untilBlocked } from '#test/database/use-database';
import { findStoredResponse, storeResponse, readIdempotencyKey, type IdempotencyKey } from './index.ts';

const harness = useHarness();
const send = (body: unknown, key: string) => submit(harness.current, body, { headers: { 'idempotency-key': key } });

/** Holds the locks of these names until it is called. */
async function hold(names: readonly string[]): Promise<() => Promise<void>> {
  const [taken, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = transact(harness.current.ctx, async (tx) => {
    lockNames(tx.db, names);
    await tx.db.many({ text: 'select 1', values: [] });
    taken.resolve();
    await end.promise;
  });
  await taken.promise;
  return async () => {
    end.resolve();
    await done;
  };
}

/** While held, a request about this customer cannot finish. */
const holdPerson = (email: string) => hold([`person/email/${email}`]);

describe('equal requests at the same time', () => {
  it('concurrent equal requests wait for the first to end, and then replay its response', async () => {
    const body = minimalIntake();
    const release = await holdPerson(body.customer.email!);
    const first = send(body, 'waits');
    await untilBlocked(harness.current.ctx.db, 1);
    const second = send(body, 'waits');
    await untilBlocked(harness.current.ctx.db, 2);
    await release();
    const answers = await Promise.all([first, second]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(new Set(answers.map(({ body: { intake_id: id } }) => id)).size).toBe(1);
  });
});

describe('a different request at the same time under the same key', () => {
  it('a different concurrent request under the same key is refused immediately, while the first is still running', async () => {
    const body = minimalIntake();
    const release = await holdPerson(body.customer.email!);
    const first = send(body, 'contested');
    await untilBlocked(harness.current.ctx.db, 1);
    const others = await Promise.all([
      send(minimalIntake(), 'contested'),
      send({ ...body, external_ref: 'another case' }, 'contested'),
    ]);
    await release();
    for (const { status, headers, body: error } of others) {
      expect({ status, code: error.code }).toEqual({ status: 409, code: 'idempotency_conflict' });
      // Only a conflict by timeout has Retry-After.
      expect(headers.get('retry-after')).toBeNull();
    }
    expect((await first).status).toBe(201);
  });
});

describe('the lock of a key', () => {
  const request = (body: unknown, key = 'a key') => readIdempotencyKey('a scope', key, body);
  const take = (named: IdempotencyKey, lockTimeoutMs = 10_000) =>
    transact(harness.current.ctx, async (tx) => {
      tx.db.write({ text: `set local lock_timeout = ${lockTimeoutMs}`, values: [] });
      return findStoredResponse(tx, named, tx.clock.now());
    });

  /** Takes the lock; the returned function stores the response and releases it. */
  async function holdTurn(named: IdempotencyKey): Promise<(answer: unknown) => Promise<void>> {
    const taken = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<unknown>();
    const done = transact(harness.current.ctx, async (tx) => {
      await findStoredResponse(tx, named, tx.clock.now());
      taken.resolve();
      const body = await answered.promise;
      storeResponse(tx, named, { status: 201, body, expiresAt: new Date(tx.clock.now().getTime() + 1000) });
    });
    await taken.promise;
    return async (answer) => {
      answered.resolve(answer);
      await done;
    };
  }

  it('the lock makes an equal request wait, which then gets the stored response', async () => {
    const answer = await holdTurn(request({ a: 1 }, 'one'));
    const second = take(request({ a: 1 }, 'one'));
    await untilBlocked(harness.current.ctx.db, 1);
    await answer({ whole: true });
    expect(await second).toEqual({ status: 201, body: { whole: true } });
  });

  it('the next equal request is executed when the first fails, and never gets a conflict', async () => {
    const { ctx } = harness.current;
    for (let round = 0; round < 10; round += 1) {
      const named = request({ round }, 'failing');
      const [taken, fail] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const failing = transact(ctx, async (tx) => {
        await findStoredResponse(tx, named, tx.clock.now());
        taken.resolve();
        await fail.promise;
      });
      await taken.promise;
      const next = take(named);
      await untilBlocked(ctx.db, 1);
      fail.reject(new Error('not today'));
      await expect(failing).rejects.toThrow('not today');
      expect(await next).toBeUndefined();
    }
  });

  it('the lock is awaited briefly while a key is being released, and the lock timeout is then restored', async () => {
    const { ctx } = harness.current;
    const attempt = async () => {
      const release = await hold([`idempotency/a scope/freed`]);
      const waiting = transact(ctx, async (tx) => {
        const stored = await findStoredResponse(tx, request({ a: 1 }, 'freed'), tx.clock.now());
        return {
          kept: stored,
          ...(await tx.db.find<{ lock_timeout: string }>({ text: 'show lock_timeout', values: [] })),
        };
      });
      await untilBlocked(ctx.db, 1);
      await release();
      return waiting;
    };
    // On a busy machine the brief wait may end first; then the attempt is a conflict.
    const outcome = await vi.waitFor(attempt, { timeout: 60_000 });
    expect(outcome).toEqual({ kept: undefined, lock_timeout: '10s' });
  });

  it('a request whose lock is not free in time gets a conflict with Retry-After: 1', async () => {
    const answer = await holdTurn(request({ a: 1 }, 'two'));
    await expect(take(request({ a: 1 }, 'two'), 20)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      status: 409,
      retryAfterS: 1,
    });
    await answer({});
  });

  it('is refused at once to a different request, and to no other key or scope', async () => {
    const answer = await holdTurn(request({ a: 1 }, 'three'));
    const conflict = { code: 'idempotency_conflict', status: 409, retryAfterS: undefined };
    await expect(take(request({ a: 2 }, 'three'))).rejects.toMatchObject(conflict);
    expect(await take(request({ a: 2 }, 'four'))).toBeUndefined();
    expect(await take(readIdempotencyKey('another scope', 'three', { a: 2 }))).toBeUndefined();
    await answer({});
  });
});
