import { randomBase62 } from '#lib/base62';
import type { Answer, CallOptions, Harness } from '#test/harness';
import type { IntakeRequest } from './schemas.ts';

/** The smallest body the contract accepts, of a person nobody else submits. */
export function minimalIntake(changes: Partial<IntakeRequest> = {}): IntakeRequest {
  return {
    agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
    customer: { email: `owner-${randomBase62(10).toLowerCase()}@example.com` },
    consent: { attestation: 'The customer asked me to submit this and expects a call.' },
    ...changes,
  };
}

/** Submits an intake over HTTP. */
export function submit(
  harness: Harness,
  body: unknown = minimalIntake(),
  options: Omit<CallOptions, 'body'> = {},
): Promise<Answer> {
  return harness.call('POST', '/api/agent/v1/intakes', { body, ...options });
}
