import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/db';
import { useHarness, type Answer } from '#test/harness';
import { codeFor, givenRegistration, register, registrationBody, verify, wrongCodeFor } from '../testing.ts';

const harness = useHarness();

/** Runs `count` calls, at most `atOnce` of them in flight at any time. */
async function inFlight(count: number, atOnce: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      answers.push(await call(index));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return answers;
}

describe('the lockout of a registration', () => {
  it('a thousand concurrent wrong codes use up five tries, and then even the right one is refused [A-VERIFY-014, A-VERIFY-010]', async () => {
    const pending = await givenRegistration(harness.current);
    const answers = await inFlight(1000, 200, (index) => {
      const code = String((Number(pending.code) + 1 + index) % 1_000_000).padStart(6, '0');
      return verify(harness.current, { ...pending, code });
    });
    const tries = answers.filter(({ status }) => status === 400).map(({ body }) => body.attempts_left);
    expect(tries.sort()).toEqual([0, 1, 2, 3, 4]);
    const others = answers.filter(({ status }) => status !== 400);
    expect(others.filter(({ status }) => status !== 429)).toEqual([]);
    expect(others).toHaveLength(995);

    const right = await verify(harness.current, pending);
    expect([right.status, right.body]).toEqual([429, { error: expect.any(String), code: 'rate_limited' }]);
    const rows = await harness.current.ctx.db.many(
      typed(
        sql
          .selectFrom('agents.registrations')
          .select(['wrong_codes', 'principal_id'])
          .where('id', '=', pending.registration_id),
      ),
    );
    expect(rows).toEqual([{ wrong_codes: 5, principal_id: null }]);
  });

  it("a locked registration has the code's expiry in Retry-After and gets 410 afterward [A-VERIFY-014]", async () => {
    const pending = await givenRegistration(harness.current);
    harness.current.clock.advance(10 * 60);
    const wrong = { ...pending, code: wrongCodeFor(pending.code) };
    for (let count = 0; count < 5; count += 1) await verify(harness.current, wrong);
    const locked = await verify(harness.current, pending);
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, String(20 * 60)]);
    harness.current.clock.advance(20 * 60);
    expect((await verify(harness.current, pending)).status).toBe(410);
  });

  it('a lockout concerns one registration: the operator registers again and succeeds [A-VERIFY-015]', async () => {
    const body = registrationBody();
    const pending = await givenRegistration(harness.current, body);
    const wrong = { ...pending, code: wrongCodeFor(pending.code) };
    for (let count = 0; count < 6; count += 1) await verify(harness.current, wrong);
    const second = await register(harness.current, body);
    const code = codeFor(harness.current, body.operator.email);
    expect((await verify(harness.current, { registration_id: second.body.registration_id, code })).status).toBe(201);
  });

  it('a locked registration counts as pending until its code expires', async () => {
    const body = registrationBody();
    for (let count = 0; count < 3; count += 1) {
      const pending = await givenRegistration(harness.current, body);
      const wrong = { ...pending, code: wrongCodeFor(pending.code) };
      for (let tries = 0; tries < 5; tries += 1) await verify(harness.current, wrong);
    }
    expect((await register(harness.current, body)).status).toBe(429);
    harness.current.clock.advance(30 * 60);
    expect((await register(harness.current, body)).status).toBe(202);
  });
});
