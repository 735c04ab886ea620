import type { PartnerActor } from '#actor';
import { actFor, type Ctx } from '#context';
import { recheckAtCommit, type Query } from '#platform/db';
import type { AppError } from '#platform/errors';
import { institutionSuspended, keyExpired, keyRevoked, signatureInvalid } from '../errors.ts';
import { recheckPartnerKey } from '../keys/store.ts';
import type { Authentication } from '../rules.ts';
import { recheckCredential } from './store.ts';

type Refusal = Extract<Authentication, { refusal: AppError }>;

/**
 * The context of a request by this credential: it commits nothing once the credential is revoked or its institution
 * suspended. `refuse` makes the answer of what the credential itself is refused for.
 */
export function actAsPartner(ctx: Ctx, actor: PartnerActor, refuse: (refusal: Refusal) => Promise<AppError>): Ctx {
  const own = actFor(ctx, actor);
  const db = recheckAtCommit(own.db, {
    query: () => recheckQuery(ctx, actor),
    refuse: (reason) => (reason === 'suspended' ? institutionSuspended() : refuse(toRefusal(actor, reason))),
  });
  return { ...own, db };
}

const recheckQuery = ({ clock }: Ctx, { institutionId, credentialId, credentialType }: PartnerActor): Query<never> =>
  credentialType === 'bearer'
    ? recheckPartnerKey(institutionId, credentialId, clock.now())
    : recheckCredential(institutionId, credentialId);

function toRefusal({ credentialType }: PartnerActor, reason: string): Refusal {
  if (credentialType === 'signed') return signatureInvalid();
  return reason === 'expired' ? keyExpired() : keyRevoked();
}
