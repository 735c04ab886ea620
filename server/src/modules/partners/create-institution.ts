import assert from 'node:assert/strict';
import type { Ctx } from '#context';
import { newId } from '#lib/ids';
import { notFound } from '#platform/errors';
import type { Institution, InstitutionPatch, NewInstitutionRequest } from './schemas.ts';
import { findInstitution, insertInstitution, updateInstitution } from './store.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findInstitution>>>;

/** A partner comes to be, under a contract that the team knows of. */
export async function createInstitution(ctx: Ctx, input: NewInstitutionRequest): Promise<Institution> {
  const now = ctx.clock.now();
  const row = await insertInstitution(ctx.db, {
    id: newId('inst', now),
    name: input.name,
    technical_contact_email: input.technical_contact_email ?? null,
    created_at: now,
  });
  assert(row !== undefined, 'an insert returns its row');
  return toInstitution(row);
}

export async function changeInstitution(ctx: Ctx, id: string, patch: InstitutionPatch): Promise<Institution> {
  const row = await updateInstitution(ctx.db, id, patch);
  if (row === undefined) throw institutionNotFound();
  return toInstitution(row);
}

export async function getInstitution(ctx: Ctx, id: string): Promise<Institution> {
  const row = await findInstitution(ctx.db, id);
  if (row === undefined) throw institutionNotFound();
  return toInstitution(row);
}

const institutionNotFound = () => notFound('No institution has this id.');

const toInstitution = (row: Row): Institution => ({
  id: row.id,
  object: 'gap.institution',
  name: row.name,
  status: row.status as Institution['status'],
  technical_contact_email: row.technical_contact_email,
  created_at: row.created_at.toISOString(),
});
