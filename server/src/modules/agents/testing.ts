import type { Answer, CallOptions, Harness } from '#test/harness';
import type { RegistrationRequest } from './schemas.ts';

export const registrationBody = (changes: Partial<RegistrationRequest> = {}): RegistrationRequest => ({
  agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
  operator: { name: 'Synthetic Operator', email: `operator-${crypto.randomUUID()}@example.com` },
  agreement: { accepted: true, version: '2026-09-17' },
  ...changes,
});

/** A registration with this operator address. */
export const registrationOf = (email: string): RegistrationRequest =>
  registrationBody({ operator: { name: 'Synthetic Operator', email } });

const group = () => Math.floor(Math.random() * 65_536).toString(16);

/** An address that no other client calls from, so that no rate limit applies. */
export const freshAddress = (): Record<string, string> => ({
  'x-forwarded-for': `2001:db8:${group()}:${group()}::1`,
});

/** Registers over HTTP, by default from a unique address. */
export function register(
  harness: Harness,
  body: unknown = registrationBody(),
  options: Omit<CallOptions, 'body'> = {},
): Promise<Answer> {
  return harness.call('POST', '/api/agent/v1/register', { body, headers: freshAddress(), ...options });
}

export function verify(harness: Harness, body: unknown): Promise<Answer> {
  return harness.call('POST', '/api/agent/v1/register/verify', { body });
}

/** The six digits of the last email to an address. */
export function codeFor(harness: Harness, email: string): string {
  const mail = harness.mailbox.to(email).at(-1)?.mail;
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Six digits other than these. */
export const wrongCodeFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

type Pending = { readonly registration_id: string; readonly code: string };

/** A registration whose code has arrived but was not sent back yet. */
export async function givenRegistration(harness: Harness, body = registrationBody()): Promise<Pending> {
  const { body: answer } = await register(harness, body);
  return { registration_id: answer.registration_id, code: codeFor(harness, body.operator.email) };
}

/** Registers and verifies an agent over HTTP. */
export async function givenAgent(
  harness: Harness,
  body = registrationBody(),
): Promise<{ key: string; principalId: string }> {
  const verified = await verify(harness, await givenRegistration(harness, body));
  return { key: verified.body.api_key, principalId: verified.body.principal_id };
}
