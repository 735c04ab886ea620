import { requirePartner, type PartnerActor } from '#actor';
import type { Ctx, Rx, Tx } from '#context';
import { oneLine } from '#lib/text/typed-name';
import { newId } from '#lib/tokens/ids';
import {
  createInstitutionPrincipal,
  findPrincipalStatus,
  listPrincipalStatuses,
  setPrincipalStatus,
  findPartnerKey,
  findSignedCredential,
} from '#modules/credentials';
import { nameSubject } from '#modules/ledger';
import { listFeatures } from '#modules/feature-flags';
import { readTogether, transact } from '#platform/db';
import { notFound, validationFailed, AppError } from '#platform/errors';
import { bulkMaxRows, planIssues, programIssues, rosterMaxRows, toInstitution } from './rules.ts';
import type { Institution, InstitutionPatch, Me, NewInstitutionRequest, Plan, Program } from './schemas.ts';
import {
  findAccess,
  findInstitution,
  insertInstitution,
  listAccess,
  listInstitutionRows,
  updateInstitution,
  updateLiveOpened,
  type InstitutionRow,
  updateLiveRequest,
} from './store.ts';

type RequestedBy = { readonly institutionId: string; readonly userId: string };

type Requested = { readonly requestedAt: Date; readonly isFirst: boolean };

/** Records that an institution asks for live mode. Repeating it changes nothing: the first request stays. */
export async function requestLive(ctx: Ctx | Tx, { institutionId, userId }: RequestedBy): Promise<Requested> {
  const row = await updateLiveRequest(ctx.db, { institutionId, userId, now: ctx.clock.now() });
  if (row === undefined) throw liveIsOpen();
  return { requestedAt: row.live_requested_at, isFirst: row.first };
}

const liveIsOpen = () => new AppError('invalid_state', 'Live mode is open already.', { status: 409 });

const usualProgram: Program = { mode: 'borrower_paid', subsidy_type: null, subsidy_value: null };
const usualPlans: Plan[] = [{ code: 'standard', unit_price_cents: 500 }];

/** An institution with the default terms unless others are given; one that signed itself up has only the sandbox. */
export function addInstitution(tx: Tx, input: NewInstitutionRequest, opens: 'live' | 'sandbox'): InstitutionRow {
  const now = tx.clock.now();
  const row: InstitutionRow = {
    id: newId('inst', now),
    name: oneLine(input.name),
    program: input.program ?? usualProgram,
    plans: input.plans ?? usualPlans,
    technical_contact_email: input.technical_contact_email ?? null,
    billing_contact_email: input.billing_contact_email ?? null,
    bill_to: input.bill_to ?? null,
    created_at: now,
  };
  createInstitutionPrincipal(tx, row.id);
  insertInstitution(tx.db, { ...row, live_opened_at: opens === 'live' ? now : null });
  return row;
}

/** From the commit on the institution can have live credentials and endpoints; undefined when it already could. */
export const allowLiveMode = (tx: Tx, institutionId: string): Promise<{ name: string } | undefined> =>
  updateLiveOpened(tx.db, institutionId, tx.clock.now());

/** Suspension takes effect at the next call; a changed program applies to referrals made from now on. */
export async function changeInstitution(ctx: Ctx, id: string, patch: InstitutionPatch): Promise<Institution> {
  requireValidTerms(patch);
  const { status, ...change } = patch;
  return transact(ctx, async (tx) => {
    await getInstitution(tx, id);
    updateInstitution(tx.db, id, { ...change, ...(change.name === undefined ? {} : { name: oneLine(change.name) }) });
    if (status !== undefined) await setPrincipalStatus(tx, id, status);
    return getInstitution(tx, id);
  });
}

/** Creates an institution under a contract with the team; from now on it can have credentials, including live ones. */
export async function createInstitution(ctx: Ctx, input: NewInstitutionRequest): Promise<Institution> {
  requireValidTerms(input);
  return transact(ctx, async (tx) => {
    const row = addInstitution(tx, input, 'live');
    nameSubject(tx.actor, row.id);
    return toInstitution({ ...row, live_requested_at: null, live_requested_by: null }, 'active');
  });
}

/** When the first institution was created; undefined while there is none. */
export async function findFirstInstitutionAt(ctx: Ctx): Promise<Date | undefined> {
  // Ids are ordered by creation time.
  const [first] = await listInstitutionIds(ctx, '', 1);
  return first === undefined ? undefined : (await findInstitution(ctx.db, first))?.created_at;
}

type InstitutionAccess = {
  readonly name: string;
  readonly suspended: boolean;
  /** Undefined while it has only the sandbox. */
  readonly liveOpenedAt: Date | undefined;
};

/** The access of an institution's users; undefined when there is no such institution. */
export async function findInstitutionAccess(
  ctx: Pick<Ctx | Tx, 'db'>,
  institutionId: string,
): Promise<InstitutionAccess | undefined> {
  const [row, status] = await Promise.all([findAccess(ctx.db, institutionId), findPrincipalStatus(ctx, institutionId)]);
  return row && { name: row.name, suspended: status !== 'active', liveOpenedAt: row.live_opened_at ?? undefined };
}

type LiveRequest = { readonly requestedAt: Date; readonly userId: string | null };

/** When and by which user live mode was requested; undefined without a request. */
export async function findLiveRequest(ctx: Pick<Ctx, 'db'>, institutionId: string): Promise<LiveRequest | undefined> {
  const row = await findInstitution(ctx.db, institutionId);
  if (row === undefined || row.live_requested_at === null) return undefined;
  return { requestedAt: row.live_requested_at, userId: row.live_requested_by };
}

export async function getInstitution(ctx: Pick<Rx, 'db'>, id: string): Promise<Institution> {
  const [row, status] = await Promise.all([findInstitution(ctx.db, id), findPrincipalStatus(ctx, id)]);
  if (row === undefined) throw notFound('No institution has this id.');
  return toInstitution(row, status === 'active' ? 'active' : 'suspended');
}

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

type ListedAccess = InstitutionAccess & {
  /** Undefined without a request for live mode. */
  readonly liveRequestedAt: Date | undefined;
};

/** The access of the users of each of these institutions, by id, in two statements for any number of them. */
export async function listInstitutionAccess(
  ctx: Pick<Ctx | Tx, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedAccess>> {
  const [rows, statuses] = await Promise.all([listAccess(ctx.db, ids), listPrincipalStatuses(ctx, ids)]);
  const entries = rows.map(({ id, name, live_opened_at, live_requested_at }) => {
    const suspended = statuses.get(id) !== 'active';
    const liveOpenedAt = live_opened_at ?? undefined;
    return [id, { name, suspended, liveOpenedAt, liveRequestedAt: live_requested_at ?? undefined }] as const;
  });
  return new Map(entries);
}

/** Ids of institutions in order, after the given one. */
export async function listInstitutionIds(ctx: Ctx, after: string, limit: number): Promise<string[]> {
  return (await listInstitutionRows(ctx.db, after, limit)).map(({ id }) => id);
}

function requireValidTerms({ program, plans }: Pick<InstitutionPatch, 'program' | 'plans'>): void {
  const issues = [...(program ? programIssues(program) : []), ...(plans ? planIssues(plans) : [])];
  if (issues.length > 0) throw validationFailed(issues);
}

/** Institution and mode: every lookup of a partner's data is limited to them. */
export type Tenant = { readonly institutionId: string; readonly livemode: boolean };

/** The tenant of a partner's call, or of a portal user: its own institution, in the mode of the credential or path. */
export const tenantOf = ({ actor }: Pick<Ctx, 'actor'>): Tenant => {
  const { institutionId, livemode } = actor.kind === 'portal' ? actor : requirePartner(actor);
  return { institutionId, livemode };
};
