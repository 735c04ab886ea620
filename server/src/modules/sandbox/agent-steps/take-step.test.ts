import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { eventTypes, linkPath, press, type CreatedReceipt } from '#testing/intakes';
import { makeReport } from '#test/reports/corpus';
import { intakeSteps, intakeStepNames, type IntakeStep } from '../agent-sandbox/step-rules.ts';
import { at, givenTestAgent, givenTestIntake, step } from '../agent-sandbox/testing.ts';

const harness = useHarness();

const stepsOf = (id: string, token: string) =>
  harness.current.call('GET', `/sandbox/api/intakes/${id}/steps`, { token });

/** A sequence of steps after which each step is possible. */
const ways: Readonly<Record<IntakeStep, readonly IntakeStep[]>> = {
  send_welcome: [],
  miss_call: ['send_welcome'],
  confirm: ['miss_call'],
  confirm_by_call: [],
  decline: ['send_welcome'],
  decline_by_call: ['confirm'],
  withdraw_consent: ['confirm'],
  not_requested: [],
  start: ['confirm'],
  deliver: ['confirm_by_call', 'start'],
  pass_quiet_days: ['confirm', 'start'],
  expire: ['send_welcome', 'miss_call'],
};

describe('the steps of a sandbox intake', () => {
  it.each(intakeStepNames)(
    'the step %s is listed as possible, can be taken, and publishes its documented event',
    async (name) => {
      const receipt = await givenTestIntake(harness.current);
      for (const before of ways[name]) expect((await step(harness.current, receipt, before)).status).toBe(200);
      const { body: list } = await stepsOf(receipt.intake_id, receipt.poll_token);
      expect(list.steps.map((one: { step: string }) => one.step)).toEqual(intakeStepNames);
      expect(list.steps.find((one: { step: string }) => one.step === name).possible).toBe(true);
      const published = await eventTypes(harness.current, receipt.intake_id);
      const { status, body, text } = await step(harness.current, receipt, name);
      expect([status, text]).toEqual([200, text]);
      const { causes } = intakeSteps[name];
      const after = await eventTypes(harness.current, receipt.intake_id);
      expect(after).toEqual([...published, ...(causes === null ? [] : [causes])]);
      if (causes !== null) expect(`intake.${body.status}`).toBe(causes);
      const polled = await harness.current.call('GET', `${at}/intakes/${receipt.intake_id}`, {
        token: receipt.poll_token,
      });
      expect(polled.body.status).toBe(body.status);
      expect(body.steps.find((one: { step: string }) => one.step === name).possible).toBe(false);
    },
  );

  it("an impossible step is refused with the list of possible steps, in the agent API's error form", async () => {
    const receipt = await givenTestIntake(harness.current);
    await step(harness.current, receipt, 'confirm');
    const { status, body } = await step(harness.current, receipt, 'send_welcome');
    expect([status, Object.keys(body), body.code]).toEqual([409, ['error', 'code'], 'invalid_request']);
    expect(body.error).toBe(
      'The intake is customer_confirmed, so this step is not possible. Possible now: decline_by_call, withdraw_consent, not_requested, start, pass_quiet_days.',
    );
    await step(harness.current, receipt, 'withdraw_consent');
    expect((await step(harness.current, receipt, 'confirm')).body.error).toBe(
      'The intake is declined, so this step is not possible. No step is.',
    );
    expect((await step(harness.current, receipt, 'fly')).status).toBe(400);
  });

  it('two simultaneous requests take a step once', async () => {
    const receipt = await givenTestIntake(harness.current);
    const answers = await Promise.all(
      ['confirm', 'decline', 'expire'].map((one) => step(harness.current, receipt, one)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await eventTypes(harness.current, receipt.intake_id)).toHaveLength(2);
  });

  it("a step needs the intake's poll token or the key that submitted it", async () => {
    const [mine, other] = [await givenTestAgent(harness.current), await givenTestAgent(harness.current)];
    const receipt = await givenTestIntake(harness.current, {}, { token: mine.key });
    const foreign = await givenTestIntake(harness.current);
    const statusBy = async (token: string) => (await stepsOf(receipt.intake_id, token)).status;
    expect([await statusBy(mine.key), await statusBy(receipt.poll_token)]).toEqual([200, 200]);
    expect([await statusBy(other.key), await statusBy(foreign.poll_token), await statusBy('x')]).toEqual([
      401, 401, 401,
    ]);
    expect((await harness.current.call('GET', `/sandbox/api/intakes/${receipt.intake_id}/steps`)).status).toBe(401);
    expect((await stepsOf('int_000000000000000000000000', mine.key)).status).toBe(404);
  });

  it('a closed case takes no report, and the same person can submit again', async () => {
    const customer = { email: 'again@example.com' };
    const agent = await givenTestAgent(harness.current);
    const receipt = await givenTestIntake(harness.current, { customer }, { token: agent.key });
    for (const name of ['confirm', 'start', 'deliver', 'pass_quiet_days'])
      expect([name, (await step(harness.current, receipt, name)).status]).toEqual([name, 200]);
    const sent = await sendReportTo(receipt);
    expect(sent).toBe(409);
    await givenTestIntake(harness.current, { customer }, { token: agent.key });
  });
});

async function sendReportTo(receipt: CreatedReceipt): Promise<number> {
  const { pdf } = await makeReport('unknown, labelled lines', 3);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'report.pdf');
  const response = await fetch(`${harness.current.baseUrl}${at}/intakes/${receipt.intake_id}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${receipt.poll_token}` },
    body,
  });
  return response.status;
}

describe('the pages of a test intake', () => {
  it('the pages work and start with the test notice', async () => {
    const receipt = await givenTestIntake(harness.current);
    const page = await harness.current.call('GET', linkPath(receipt));
    expect(page.text).toContain('This is a test. Nothing here reaches anybody');
    expect((await press(harness.current, receipt, 'confirm')).status).toBe(303);
    expect((await harness.current.call('GET', linkPath(receipt))).text).toContain('This is a test.');
    const opposite = await press(harness.current, receipt, 'decline');
    expect([opposite.status, opposite.text.includes('This is a test.')]).toEqual([409, true]);
  });

  it('the pages show submitted text as text only', async () => {
    const name = '<script>alert(1)</script>';
    const receipt = await givenTestIntake(harness.current, { agent: { name, platform: 'synthetic-agent' } });
    expect((await harness.current.call('GET', linkPath(receipt))).text).not.toContain('<script>alert');
  });
});

describe('messages of a test intake', () => {
  it("the poll token's holder sees the messages with working links, and the emailed link verifies the owner", async () => {
    const receipt = await givenTestIntake(harness.current);
    const path = `/sandbox/api/intakes/${receipt.intake_id}/messages`;
    const { status, body } = await harness.current.call('GET', path, { token: receipt.poll_token });
    expect([status, body.messages.length]).toEqual([200, 1]);
    const [{ channel, to, links }] = body.messages;
    expect([channel, to]).toEqual(['email', expect.stringMatching(/@example\.com$/)]);
    const link = new URL(links.find((one: string) => one.includes('/c/')));
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    expect((await harness.current.call('POST', link.pathname, { raw: 'decision=confirm', headers: form })).status).toBe(
      303,
    );
    const { body: steps } = await stepsOf(receipt.intake_id, receipt.poll_token);
    const possible = (name: string) => steps.steps.find((one: { step: string }) => one.step === name).possible;
    expect([steps.status, possible('withdraw_consent')]).toEqual(['customer_confirmed', false]);
    expect((await harness.current.call('GET', path, { token: 'x' })).status).toBe(401);
    const again = await harness.current.call('GET', path, { token: receipt.poll_token });
    await harness.current.sendMessages();
    expect(again.body.messages.length).toBeGreaterThanOrEqual(1);
    expect(harness.current.mailbox.received).toEqual([]);
  });
});
