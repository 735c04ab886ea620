import { requirePartner } from '#actor';
import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { partnerProblem } from '../errors.ts';
import { findCredentialRow } from './store.ts';

/** The credential of the path, if the client's institution has it in the client's mode. */
export async function requireOwnCredential(ctx: Ctx, id: string): Promise<void> {
  const { institutionId, livemode, credentialId, credentialType } = requirePartner(ctx.actor);
  if ((await findCredentialRow(ctx.db, { institutionId, livemode }, id)) === undefined) throw notFound();
  if (credentialType !== 'signed' || credentialId !== id)
    throw partnerProblem('forbidden', 'A credential is activated by a request that it signed itself.');
}
