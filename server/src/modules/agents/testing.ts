import type { Harness } from '#test/harness';
import type { RegistrationRequest } from './schemas.ts';

export const registrationBody = (changes: Partial<RegistrationRequest> = {}): RegistrationRequest => ({
  agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
  operator: { name: 'Synthetic Operator', email: `operator-${crypto.randomUUID()}@example.com` },
  agreement: { accepted: true, version: '2026-09-17' },
  ...changes,
});

/** The six digits of the last mail to an address. */
export function codeFor(harness: Harness, email: string): string {
  const mail = harness.mailbox.to(email).at(-1)?.mail;
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Registers and verifies an agent over HTTP, from an address of its own so that no limit is met. */
export async function givenAgent(harness: Harness): Promise<{ key: string; principalId: string }> {
  const body = registrationBody();
  const headers = { 'x-forwarded-for': `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}::1` };
  const registered = await harness.call('POST', '/api/agent/v1/register', { body, headers });
  const code = codeFor(harness, body.operator.email);
  const verified = await harness.call('POST', '/api/agent/v1/register/verify', {
    body: { registration_id: registered.body.registration_id, code },
  });
  return { key: verified.body.api_key, principalId: verified.body.principal_id };
}
