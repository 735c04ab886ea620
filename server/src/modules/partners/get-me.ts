import { requirePartner, type PartnerActor } from '#actor';
import type { Ctx, Rx } from '#context';
import { findPartnerKey, findSignedCredential } from '#modules/partner-credentials';
import { listFeatures } from '#modules/feature-flags';
import { readTogether } from '#platform/db';
import { notFound } from '#platform/errors';
import { getInstitution } from './get-institution.ts';
import { bulkMaxRows, rosterMaxRows } from './rules.ts';
import type { Me } from './schemas.ts';

/** The credential of this call, its institution and the features open to it; never a secret or a public key. */
export async function getMe(ctx: Ctx): Promise<Me> {
  const actor = requirePartner(ctx.actor);
  const [credential, institution, features] = await readTogether(ctx, (rx) =>
    Promise.all([findOwnCredential(rx, actor), getInstitution(rx, actor.institutionId), listFeatures(rx)]),
  );
  return {
    object: 'gap.credential',
    id: actor.credentialId,
    type: actor.credentialType,
    ...credential,
    livemode: actor.livemode,
    role: actor.role,
    status: 'active',
    institution: { id: institution.id, name: institution.name },
    features,
    limits: {
      requests_per_minute: ctx.config.gapRequestsPerMin,
      bulk_max_rows: bulkMaxRows,
      roster_max_rows: rosterMaxRows,
    },
  };
}

async function findOwnCredential(ctx: Rx, { credentialId, credentialType, ...tenant }: PartnerActor) {
  if (credentialType === 'bearer') {
    const key = await findPartnerKey(ctx, tenant, credentialId);
    if (key === undefined) throw notFound();
    const { label, key_prefix, created_at, expires_at, last_used_at } = key;
    return { label, key_prefix, alg: null, created_at, activated_at: created_at, expires_at, last_used_at };
  }
  const credential = await findSignedCredential(ctx, tenant, credentialId);
  if (credential === undefined) throw notFound();
  const { label, alg, created_at, activated_at, last_used_at } = credential;
  return { label, key_prefix: null, alg, created_at, activated_at, expires_at: null, last_used_at };
}
