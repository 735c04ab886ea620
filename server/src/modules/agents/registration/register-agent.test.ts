import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/db';
import { sentencesOf } from '#test/fixtures/page-truths/sentences';
import { useHarness } from '#test/harness';
import { minimalIntake, submit } from '#testing/intakes';
import { codeFor, givenAgent, register, registrationBody, verify } from '../testing.ts';

const harness = useHarness();

/** Fields of the response when the email was sent. */
const members = ['registration_id', 'status', 'operator_email_masked', 'code_expires_at', 'next_step', 'agreement'];

describe('registering an agent', () => {
  it('registering gets 202 without a credential, with exactly the documented members [A-REG-001, A-REG-016, A-REG-020, A-REG-023]', async () => {
    const { status, body } = await register(harness.current);
    expect(status).toBe(202);
    expect(Object.keys(body).sort()).toEqual(members.toSorted());
    expect(body.registration_id).toMatch(/^reg_[0-9A-Za-z]{24}$/);
    expect(body.status).toBe('pending_verification');
    expect(body.next_step).toBe(
      'POST http://makewhole.test/api/agent/v1/register/verify with registration_id and the 6-digit code sent to operator.email.',
    );
    expect(body.agreement).toEqual({
      version: '2026-09-17',
      url: 'http://makewhole.test/developers/agent-agreement/2026-09-17',
    });
  });

  it('mails one six-digit code to the operator and to nobody else [A-REG-017]', async () => {
    const body = registrationBody();
    const before = harness.current.mailbox.received.length;
    await register(harness.current, body);
    const mails = harness.current.mailbox.received.slice(before);
    expect(mails.map(({ recipients }) => recipients)).toEqual([[body.operator.email]]);
    const { text = '', html = '', subject } = mails[0]!.mail;
    expect(text.match(/\d{6}/g)).toEqual([codeFor(harness.current, body.operator.email)]);
    const shown = sentencesOf(html).flatMap((sentence) => sentence.match(/\d{6}/g) ?? []);
    expect([...new Set(shown)]).toEqual(text.match(/\d{6}/g));
    expect(subject).toBe('Your Makewhole registration code');
  });

  it('registering draws a new code every time', async () => {
    const codes = new Set<string>();
    for (let count = 0; count < 12; count += 1) {
      const body = registrationBody();
      await register(harness.current, body);
      codes.add(codeFor(harness.current, body.operator.email));
    }
    // Two of twelve codes are equal in one of 15,000 runs; three equal ones mean that codes are not random.
    expect(codes.size).toBeGreaterThanOrEqual(11);
  });

  it('registering issues no key before the code was sent back: the 202 has neither key nor code [A-REG-018]', async () => {
    const body = registrationBody();
    const answer = await register(harness.current, body);
    const code = codeFor(harness.current, body.operator.email);
    expect(code).toMatch(/^\d{6}$/);
    expect(answer.text).not.toContain('svc_agent_');
    expect(answer.text).not.toContain(`"${code}"`);
    const living = typed(sql.selectFrom('credentials.agent_keys').select('id'));
    const keys = (await harness.current.ctx.db.many(living)).length;
    await verify(harness.current, { registration_id: answer.body.registration_id, code });
    expect((await harness.current.ctx.db.many(living)).length).toBe(keys + 1);
  });

  it('registering returns when the code expires: in thirty minutes, as a date-time [A-REG-019, A-REG-022]', async () => {
    const { body } = await register(harness.current);
    expect(body.code_expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(body.code_expires_at) - harness.current.clock.now().getTime()).toBe(1_800_000);
  });

  it('registering masks the address to its first character and its domain [A-REG-021]', async () => {
    const mask = async (email: string) => {
      const { body } = await register(harness.current, registrationBody({ operator: { name: 'Op', email } }));
      return body.operator_email_masked;
    };
    expect(await mask('Jordan.Example@mail.example.com')).toBe('J***@mail.example.com');
    expect(await mask('q@example.com')).toBe('q***@example.com');
  });

  it('registering allows several agents one slug and one address, each with its own principal', async () => {
    const body = registrationBody();
    const first = await givenAgent(harness.current, body);
    const second = await givenAgent(harness.current, body);
    expect(first.principalId).toMatch(/^agt_[0-9A-Za-z]{24}$/);
    expect(second.principalId).not.toBe(first.principalId);
  });

  it('a registered slug is accepted on intakes, with the key and without it [A-REG-004]', async () => {
    const agent = { name: 'Longest Slug', platform: `s${'-'.repeat(38)}9` };
    const { key } = await givenAgent(harness.current, registrationBody({ agent }));
    const keyed = await submit(harness.current, minimalIntake({ agent }), { token: key });
    const anonymous = await submit(harness.current, minimalIntake({ agent }));
    expect([keyed.status, keyed.body.agent_tier]).toEqual([201, 'registered']);
    expect(anonymous.status).toBe(201);
  });

  it('registering costs nothing: no response mentions money [A-REG-028]', async () => {
    const body = registrationBody();
    const registered = await register(harness.current, body);
    const code = codeFor(harness.current, body.operator.email);
    const verified = await verify(harness.current, { registration_id: registered.body.registration_id, code });
    const words = `${registered.text}${verified.text}${harness.current.mailbox.to(body.operator.email)[0]!.mail.text}`;
    expect([registered.status, verified.status]).toEqual([202, 201]);
    expect(words).not.toMatch(/price|cents|pay|card|checkout|\$|USD/i);
  });
});
