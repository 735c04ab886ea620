import assert from 'node:assert/strict';
import { requireAgent, requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { listAgentKeys, setPrincipalStatus, type PrincipalStatus } from '#modules/credentials';
import { cancelAgentDeliveries, findAgentWebhook } from '#modules/webhooks';
import { maskEmail, registeredMultiplier } from './rules.ts';
import type { Me } from './schemas.ts';
import { findProfile, listProfileAddresses } from './store.ts';

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

/** The registered address of each agent's operator. */
export async function listOperatorAddresses(
  { db }: Pick<Tx, 'db'>,
  principalIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (principalIds.length === 0) return new Map();
  const rows = await listProfileAddresses(db, principalIds);
  return new Map(rows.map(({ principal_id: id, operator_email: to }) => [id, [to]]));
}

/** Suspends an agent, requires it to verify its mailbox again, or reactivates it. */
export async function setAgentStatus(ctx: Ctx, principalId: string, status: PrincipalStatus) {
  requireStaff(ctx.actor);
  await setPrincipalStatus(ctx, principalId, status);
  if (status !== 'active') await cancelAgentDeliveries(ctx, principalId);
  return { id: principalId, status };
}
