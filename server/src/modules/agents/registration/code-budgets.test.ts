import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { messageRows } from '#testing/customers';
import { budgetsOf } from '#test/fixtures/test-settings';
import { register, registrationOf } from '../testing.ts';

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('registration codes', () => {
  const harness = useHarness({ budgets: budgetsOf({ email: { address: 2, recipientDay: 2 } }), registerPendingMax: 2 });

  it('registration codes count toward the email budgets, and the client learns when it may register again', async () => {
    const answers = [];
    for (let turn = 0; turn < 3; turn += 1) answers.push(await register(harness.current, undefined, from('192.0.2.1')));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(answers[2]!.body.code).toBe('rate_limited');
    // It is noon.
    expect(answers[2]!.headers.get('retry-after')).toBe(String(12 * 3600));
    expect((await register(harness.current, undefined, from('192.0.3.1'))).status).toBe(202);
  });

  it('pending registration codes are limited per mailbox, however its address is written', async () => {
    const statuses = [];
    for (const tag of ['', '+a', '+b']) {
      const { status } = await register(harness.current, registrationOf(`operator.one${tag}@gmail.com`));
      statuses.push(status);
    }
    expect(statuses).toEqual([202, 202, 429]);
    harness.current.clock.advance(31 * 60);
  });

  it('sandbox registration codes close no mailbox, because the code there is public', async () => {
    const body = registrationOf('operator.two@gmail.com');
    const path = '/sandbox/api/agent/v1/register';
    for (let turn = 1; turn <= 4; turn += 1) {
      const { status } = await harness.current.call('POST', path, { body, ...from(`192.0.4.${turn}`) });
      expect([turn, status]).toEqual([turn, 202]);
    }
    expect((await register(harness.current, body)).status).toBe(202);
  });

  it("a registration code over the mailbox's daily limit is held, with the ordinary answer", async () => {
    const { body, status } = await register(harness.current, registrationOf('operatorone+c@gmail.com'));
    expect([status, body.status, 'email_delivery_error' in body]).toEqual([202, 'pending_verification', false]);
    expect(await messageRows(harness.current, body.registration_id)).toMatchObject([{ state: 'held' }]);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to('operatorone+c@gmail.com')).toEqual([]);
  });
});
