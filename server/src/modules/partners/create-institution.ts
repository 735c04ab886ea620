import type { Ctx, Tx } from '#context';
import { addInstitution, principalStatus, setPrincipalStatus } from '#modules/access';
import { newId } from '#lib/ids';
import { nameSubject } from '#modules/audit';
import { transact } from '#platform/db';
import { notFound, validationFailed } from '#platform/errors';
import { planIssues, programIssues } from './rules.ts';
import type { Institution, InstitutionPatch, NewInstitutionRequest, Plan, Program } from './schemas.ts';
import { findInstitution, insertInstitution, updateInstitution, type InstitutionRow } from './store.ts';

const usualProgram: Program = { mode: 'borrower_paid', subsidy_type: null, subsidy_value: null };
const usualPlans: Plan[] = [{ code: 'standard', unit_price_cents: 500 }];

/** A partner comes to be, under a contract that the team knows of; from now on it may hold credentials. */
export async function createInstitution(ctx: Ctx, input: NewInstitutionRequest): Promise<Institution> {
  refuseBadTerms(input);
  const now = ctx.clock.now();
  const row: InstitutionRow = {
    id: newId('inst', now),
    name: input.name,
    program: input.program ?? usualProgram,
    plans: input.plans ?? usualPlans,
    technical_contact_email: input.technical_contact_email ?? null,
    created_at: now,
  };
  nameSubject(ctx.actor, row.id);
  await transact(ctx, async (tx) => {
    addInstitution(tx, row.id);
    insertInstitution(tx.db, row);
  });
  return toInstitution(row, 'active');
}

/** Suspended, its credentials are refused at the next call; a changed program holds for referrals made from now on. */
export async function changeInstitution(ctx: Ctx, id: string, patch: InstitutionPatch): Promise<Institution> {
  refuseBadTerms(patch);
  const { status, ...change } = patch;
  return transact(ctx, async (tx) => {
    await getInstitution(tx, id);
    updateInstitution(tx.db, id, change);
    if (status !== undefined) await setPrincipalStatus(tx, id, status);
    return getInstitution(tx, id);
  });
}

export async function getInstitution(ctx: Ctx | Tx, id: string): Promise<Institution> {
  const [row, status] = await Promise.all([findInstitution(ctx.db, id), principalStatus(ctx, id)]);
  if (row === undefined) throw notFound('No institution has this id.');
  return toInstitution(row, status === 'active' ? 'active' : 'suspended');
}

function refuseBadTerms({ program, plans }: Pick<InstitutionPatch, 'program' | 'plans'>): void {
  const issues = [...(program ? programIssues(program) : []), ...(plans ? planIssues(plans) : [])];
  if (issues.length > 0) throw validationFailed(issues);
}

const toInstitution = (row: InstitutionRow, status: Institution['status']): Institution => ({
  id: row.id,
  object: 'gap.institution',
  name: row.name,
  status,
  program: row.program,
  plans: row.plans,
  technical_contact_email: row.technical_contact_email,
  created_at: row.created_at.toISOString(),
});
