import assert from 'node:assert/strict';
import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { listAgentKeys } from '#modules/agent-keys';
import { findAgentWebhook } from '#modules/webhooks';
import { maskEmail, registeredMultiplier } from './rules.ts';
import type { Me } from './schemas.ts';
import { findProfile } from './store.ts';

/** A registered agent's own profile; never a key or a secret. */
export async function getMe(ctx: Ctx): Promise<Me> {
  const { principalId } = requireAgent(ctx.actor);
  const [profile, keys, webhook] = await Promise.all([
    findProfile(ctx.db, principalId),
    listAgentKeys(ctx, principalId),
    findAgentWebhook(ctx, principalId),
  ]);
  assert(profile !== undefined, 'a principal has a profile');
  const { name, platform, website, description } = profile.agent;
  const anonymous = ctx.config.intakeAnonPerMin;
  return {
    principal_id: principalId,
    status: 'active',
    agent: { name, platform, website: website ?? null, description: description ?? null },
    operator: { name: profile.operator_name, email_masked: maskEmail(profile.operator_email) },
    agreement: {
      version: profile.agreement_version,
      hash: profile.agreement_hash,
      accepted_at: profile.agreement_accepted_at.toISOString(),
      current: profile.agreement_version === ctx.config.agreementVersion,
    },
    webhook: webhook ?? null,
    keys,
    limits: {
      intakes_per_minute: anonymous * registeredMultiplier,
      anonymous_intakes_per_minute: anonymous,
      multiplier: registeredMultiplier,
    },
    created_at: profile.created_at.toISOString(),
  };
}
