import { describe, expect, it } from 'vitest';
import { givenTestAgent, givenTestIntake } from '#testing/sandbox/agent-sandbox';
import { minimalIntake, newEmail } from '#testing/intakes';
import { deliver, useDelivering } from '#testing/webhooks';
import type { MessageItem } from './schemas.ts';
import { givenConsoleBrowser, untilLogged } from './testing.ts';

const given = useDelivering();
const h = () => given.current.harness;

async function givenPlayer() {
  const agent = await givenTestAgent(h());
  const path = `/${agent.principalId}`;
  const body = { url: `https://${given.current.receiver.host}${path}` };
  await h().call('PUT', '/sandbox/api/agent/v1/me/webhook', { token: agent.key, body });
  const { intake_id: intakeId } = await givenTestIntake(h(), {}, { token: agent.key });
  const ask = async (address: string) =>
    (await h().call('GET', `/api/agent-console/v1${address}`, { token: agent.key })).body;
  return { ...agent, path, intakeId, ask, ...(await givenConsoleBrowser(h(), agent.key)) };
}

describe('the console of a sandbox agent', () => {
  it('a button takes a step of a case, and the page shows the events, deliveries and emails that follow', async () => {
    const { intakeId, press, visit, ask, path, principalId } = await givenPlayer();
    const page = await visit(`/intakes/${intakeId}`);
    expect(page.text).toContain('<option value="send_welcome">');
    expect(page.text).not.toContain('<option value="start">');
    for (const step of ['send_welcome', 'confirm', 'start', 'deliver']) {
      const pressed = await press(`/intakes/${intakeId}/steps`, { step });
      expect([step, pressed.status, pressed.headers.get('location')]).toEqual([
        step,
        303,
        `/agent-console/intakes/${intakeId}?done=stepped`,
      ]);
    }
    await deliver(h());
    await untilLogged(h(), { accountId: principalId, intakeId, count: 4 });
    const shown = await ask(`/intakes/${intakeId}`);
    expect([shown.livemode, shown.receipt.status]).toEqual([false, 'consultation_active']);
    expect(shown.receipt.poll_url).toContain('/sandbox/');
    expect(shown.events.map(({ type }: { type: string }) => type)).toEqual([
      'intake.received',
      'intake.welcome_sent',
      'intake.customer_confirmed',
      'intake.consultation_active',
    ]);
    expect(shown.deliveries.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('succeeded'));
    expect(given.current.receiver.received.filter((got) => got.path === path)).toHaveLength(4);
    expect(shown.steps.filter(({ possible }: { possible: boolean }) => possible).length).toBeGreaterThan(0);
    const { data } = await ask('/mailbox');
    expect(data.map(({ purpose }: { purpose: string }) => purpose)).toContain('intake.welcome');
    expect(h().mailbox.received).toEqual([]);
    expect((await visit('/mailbox')).text).toContain(intakeId);
  });

  it('messages have readable titles, and refused ones are marked', async () => {
    const { key, visit, ask } = await givenPlayer();
    const customer = { email: 'undeliverable+7@sandbox.test', phone: '(212) 555-0142' };
    const { intake_id: id } = await givenTestIntake(h(), { customer }, { token: key });
    const { data } = (await ask(`/mailbox?about=${id}`)) as { data: MessageItem[] };
    const [mail, text] = ['email', 'text'].map((channel) => data.find((one) => one.channel === channel));
    expect([mail?.refused, text?.refused, text?.subject]).toEqual([true, false, null]);
    const list = (await visit('/mailbox')).text;
    expect(list).not.toContain('>intake.welcome<');
    expect(list).toContain(`/mailbox/${text?.id}">Welcome, with the link to confirm</a>`);
    expect(list.match(/>refused</g)).toHaveLength(1);
    expect((await visit(`/mailbox/${mail?.id}`)).text).toContain('Refused.');
    const shown = (await visit(`/mailbox/${text?.id}`)).text;
    expect(shown).toContain('<h1>Welcome, with the link to confirm</h1>');
    expect(shown).not.toContain('Refused.');
  });

  it('the status text promises a call if there is a phone number, and a message if one will be sent', async () => {
    const { key, visit } = await givenPlayer();
    const said = async (customer: object, notify = true) => {
      const consent = { ...minimalIntake().consent, notify_customer: notify };
      const { intake_id: id } = await givenTestIntake(h(), { customer, consent }, { token: key });
      return /We have the case\. ([^<]*)/.exec((await visit(`/intakes/${id}`)).text)?.[1]?.trim();
    };
    expect(await said({ email: newEmail(), phone: '(212) 555-0143' })).toBe(
      'A message to the owner and a call follow.',
    );
    expect(await said({ email: newEmail() })).toBe(
      'A message to the owner follows, and a call once there is a number.',
    );
    expect(await said({ phone: '(212) 555-0144' }, false)).toBe('A call to the owner follows.');
    expect(await said({ email: newEmail() }, false)).toContain('The owner confirms it by the link below');
  });

  it('a step that is impossible now or unknown is refused', async () => {
    const { intakeId, press } = await givenPlayer();
    for (const step of ['start', 'fly', ''])
      expect((await press(`/intakes/${intakeId}/steps`, { step })).status).toBe(409);
    const other = await givenPlayer();
    expect((await press(`/intakes/${other.intakeId}/steps`, { step: 'confirm' })).status).toBe(404);
  });
});
