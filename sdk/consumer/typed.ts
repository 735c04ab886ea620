// Compiled but never run: what a TypeScript program may rely on, without Node's types.
import { isMakewholeError, Makewhole, webhooks, type Event, type PartnerError } from '@makewhole/sdk';
import { WebhookRefused } from '@makewhole/sdk/webhooks';

const agent = Makewhole.agent({ key: 'svc_agent_…' });
const partner = Makewhole.partner({ key: 'gap_test_…', environment: 'TEST' });

export async function submit(): Promise<string | undefined> {
  const receipt = await agent.intakes.create({
    agent: { name: 'Example Agent', platform: 'example-agent' },
    customer: { email: 'owner@example.com' },
    consent: { attestation: 'The owner asked me to submit this.' },
  });
  // @ts-expect-error -- no such member
  void receipt.nonsense;
  // @ts-expect-error -- consent is required
  await agent.intakes.create({ agent: { name: 'Example Agent', platform: 'example-agent' }, customer: {} });
  return 'poll_token' in receipt ? receipt.poll_token : undefined;
}

export async function list(): Promise<string[]> {
  const ids: string[] = [];
  for await (const referral of partner.referrals.list({ status: 'activated', created_from: new Date() }))
    ids.push(referral.id);
  // @ts-expect-error -- no such status
  partner.referrals.list({ status: 'nonsense' });
  // @ts-expect-error -- a signer needs an environment
  Makewhole.partner({ signer: { keyid: 'crd_1', privateKey: '' } });
  return ids;
}

export function explain(error: unknown): string {
  if (!isMakewholeError(error)) return 'not ours';
  const failed: PartnerError | typeof error = error;
  switch (failed.code) {
    case 'referral_exists':
      return failed.details.referral_id;
    case 'roster_cancel_threshold':
      return `${failed.details.would_cancel + 1}`;
    case 'timeout':
      return failed.idempotencyKey ?? '';
    default:
      return failed.requestId ?? '';
  }
}

export const receiver = webhooks.receive({
  secret: ['old', 'new'],
  on: {
    'referral.activated': async ({ data }) => void data.referral.id.length,
    'plan.statement.issued': ({ data }) => void data.statement.number.length,
    'intake.received': ({ data }) => void data.intake_id.length,
    // @ts-expect-error -- a statement names no referral
    'plan.loss.reported': ({ data }) => void data.referral,
  },
  onRefused: ({ reason }) => void reason,
});

export const nameOf = (event: Event): string =>
  event.type === 'referral.activated' ? event.data.referral.id : event.type;
export { WebhookRefused };
