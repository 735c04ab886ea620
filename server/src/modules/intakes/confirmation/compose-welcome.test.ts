import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { minimalIntake, submit } from '../testing.ts';

const harness = useHarness();

async function welcomed(agentName: string, firstName: string): Promise<{ text: string; html: string }> {
  const request = minimalIntake({ agent: { name: agentName, platform: 'synthetic-platform' } });
  const customer = { ...request.customer, first_name: firstName };
  await submit(harness.current, { ...request, customer });
  await harness.current.sendMessages();
  const [received] = harness.current.mailbox.to(customer.email ?? '');
  return { text: received?.mail.text ?? '', html: received?.mail.html ?? '' };
}

describe('the welcome message (D-143)', () => {
  it('the welcome shows names as typed when they contain nothing that looks like a link', async () => {
    const { text } = await welcomed('Friendly Agent', 'Jane');
    expect(text).toContain('Hi Jane,');
    expect(text).toContain('Friendly Agent says you asked us');
  });

  it('the welcome names the platform instead of an agent that looks like an address, and leaves out such a first name', async () => {
    const { text, html } = await welcomed('https://evil.example/win', 'me@evil.example');
    for (const body of [text, html]) {
      expect(body).toContain('synthetic-platform says you asked us');
      expect(body).not.toContain('evil');
    }
    expect(text).toMatch(/^Hi,/);
  });

  it('holds no link but our own, whatever the names say', async () => {
    const { text, html } = await welcomed('evil.example', '<a href="x">Jane');
    expect(text).toContain('synthetic-platform says you asked us');
    expect(html.match(/href="[^"]*"/g)).toEqual([
      expect.stringMatching(/^href="http:\/\/makewhole\.test\/c\/\w{32}"$/),
      expect.stringMatching(/^href="http:\/\/makewhole\.test\/c\/\w{32}\?lang=es"$/),
      expect.stringMatching(/^href="http:\/\/makewhole\.test\/stop\/[\w-]+\?lang=en"$/),
    ]);
    expect(html).not.toContain('Jane');
  });

  it.each([
    [{ phone: '(212) 555-0142' }, true],
    [{ phone: '(800) 555-0142' }, false],
    [{}, false],
  ])('the welcome promises a call only to a customer who can be called: %j', async (phone, callable) => {
    const email = `callable-${crypto.randomUUID()}@example.com`;
    await submit(harness.current, { ...minimalIntake(), customer: { email, ...phone } });
    await harness.current.sendMessages();
    const text = harness.current.mailbox.to(email)[0]?.mail.text ?? '';
    expect([text.includes('will call you'), text.includes('We have no number')]).toEqual([callable, !callable]);
  });
});
