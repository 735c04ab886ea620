import { registrationBody, freshAddress } from '#testing/agents';
import { minimalIntake, type CreatedReceipt } from '#testing/intakes';
import type { Answer, CallOptions, Harness } from '#test/harness';
import { agentSandboxCode, agentSandboxDomain } from '#lib/api/agent-sandbox';

export const at = '/sandbox/api/agent/v1';

/** An unused address with this name on the sandbox's own domain. */
export const magic = (name: string): string => `${name}+${crypto.randomUUID().slice(0, 8)}@${agentSandboxDomain}`;

/** A sandbox agent, registered over HTTP with the public code. */
export async function givenTestAgent(
  harness: Harness,
  body = registrationBody(),
): Promise<{ key: string; principalId: string }> {
  const registered = await harness.call('POST', `${at}/register`, { body, headers: freshAddress() });
  const verified = await harness.call('POST', `${at}/register/verify`, {
    body: { registration_id: registered.body.registration_id, code: agentSandboxCode },
  });
  return { key: verified.body.api_key, principalId: verified.body.principal_id };
}

type Submission = Parameters<typeof minimalIntake>[0];

export const submitTest = (
  harness: Harness,
  changes: Submission = {},
  options: Omit<CallOptions, 'body'> = {},
): Promise<Answer> => harness.call('POST', `${at}/intakes`, { body: minimalIntake(changes), ...options });

export async function givenTestIntake(
  harness: Harness,
  changes: Submission = {},
  options: Omit<CallOptions, 'body'> = {},
): Promise<CreatedReceipt> {
  const { status, body, text } = await submitTest(harness, changes, options);
  if (status !== 201) throw new Error(`the intake was not accepted: ${status} ${text}`);
  return body;
}

/** Takes a step with the poll token. */
export const step = (harness: Harness, { intake_id: id, poll_token: token }: CreatedReceipt, name: string) =>
  harness.call('POST', `/sandbox/api/intakes/${id}/steps`, { token, body: { step: name } });
