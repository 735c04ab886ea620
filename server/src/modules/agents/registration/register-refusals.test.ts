import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { submit } from '#testing/intakes';
import { codeFor, register, registrationBody, registrationOf, verify } from '../testing.ts';

const harness = useHarness();

const freshEmail = () => `operator-${crypto.randomUUID()}@example.com`;
const outdated = { accepted: true, version: '2025-01-01' } as const;

/** Sets a feature flag through the staff interface. */
async function setFlag(name: 'registration_open' | 'intake_program_open', open: boolean): Promise<void> {
  const token = await givenStaffToken(harness.current);
  const answer = await harness.current.call('PATCH', '/api/staff/v1/settings', { token, body: { [name]: open } });
  expect(answer.status).toBe(200);
}

/** Runs `work` with a program disabled, and enables it again even when `work` fails. */
async function whileClosed(name: 'registration_open' | 'intake_program_open', work: () => Promise<void>) {
  await setFlag(name, false);
  await work().finally(() => setFlag(name, true));
}

describe('a registration under another agreement', () => {
  it.each([
    ['an older one', '2025-01-01'],
    ['the current one and a space', '2026-09-17 '],
    ['an empty one', ''],
    ['a very long one', 'x'.repeat(5000)],
  ])(
    'a registration under another agreement gets 409 with the current version: %s [A-REG-013, A-REG-014]',
    async (_name, version) => {
      const answer = await register(harness.current, registrationBody({ agreement: { accepted: true, version } }));
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        error: expect.any(String),
        code: 'invalid_request',
        current_version: '2026-09-17',
      });
    },
  );
});

describe('registration while it is disabled', () => {
  it('disabled registration gets 404 program_disabled, and works for the next call once enabled [A-REG-025, A-ERR-009]', async () => {
    await whileClosed('registration_open', async () => {
      const { status, body } = await register(harness.current);
      expect([status, body]).toEqual([404, { error: expect.any(String), code: 'program_disabled' }]);
    });
    expect((await register(harness.current)).status).toBe(202);
    await whileClosed('intake_program_open', async () => {
      const { status, body } = await submit(harness.current);
      expect([status, body]).toEqual([404, { error: expect.any(String), code: 'program_disabled' }]);
      expect((await register(harness.current)).status).toBe(202);
    });
  });

  it('disabled registration still accepts the codes of earlier registrations', async () => {
    const body = registrationBody();
    const { body: pending } = await register(harness.current, body);
    await whileClosed('registration_open', async () => {
      const code = codeFor(harness.current, body.operator.email);
      const verified = await verify(harness.current, { registration_id: pending.registration_id, code });
      expect(verified.status).toBe(201);
    });
  });
});

describe('pending registrations of one operator', () => {
  it('an operator may have three pending registrations; the fourth gets 429 until the oldest code expires [A-REG-027, A-ERR-011]', async () => {
    const email = freshEmail();
    for (let count = 0; count < 3; count += 1) {
      expect((await register(harness.current, registrationOf(email))).status).toBe(202);
      harness.current.clock.advance(60);
    }
    const fourth = await register(harness.current, registrationOf(email.toUpperCase()));
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, String(27 * 60)]);
    expect(fourth.body).toEqual({ error: expect.any(String), code: 'rate_limited' });

    harness.current.clock.advance(27 * 60 - 1);
    const aSecondEarly = await register(harness.current, registrationOf(email));
    expect([aSecondEarly.status, aSecondEarly.headers.get('retry-after')]).toEqual([429, '1']);
    harness.current.clock.advance(1);
    expect((await register(harness.current, registrationOf(email))).status).toBe(202);
    expect((await register(harness.current, registrationOf(email))).status).toBe(429);
  });

  it('a verified registration no longer counts as pending', async () => {
    const email = freshEmail();
    const first = await register(harness.current, registrationOf(email));
    const code = codeFor(harness.current, email);
    for (let count = 0; count < 2; count += 1) await register(harness.current, registrationOf(email));
    expect((await register(harness.current, registrationOf(email))).status).toBe(429);
    await verify(harness.current, { registration_id: first.body.registration_id, code });
    expect((await register(harness.current, registrationOf(email))).status).toBe(202);
  });

  it('pending registrations never exceed three, however many arrive at once', async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register(harness.current, registrationOf(email))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
    expect(harness.current.mailbox.to(email)).toHaveLength(3);
  });
});

describe('the order of refusals', () => {
  it('refusals check the feature flag, then the body, then the agreement, then the cap', async () => {
    const email = freshEmail();
    for (let count = 0; count < 3; count += 1) await register(harness.current, registrationOf(email));
    const capped = registrationOf(email);
    const outdatedToo = { ...capped, agreement: outdated };
    const invalidToo = { ...outdatedToo, extra: 1 };
    const ask = async (body: unknown) => (await register(harness.current, body)).status;
    expect([await ask(capped), await ask(outdatedToo), await ask(invalidToo)]).toEqual([429, 409, 400]);
    await whileClosed('registration_open', async () => {
      expect([await ask(invalidToo), await ask('not an object')]).toEqual([404, 404]);
    });
  });
});
