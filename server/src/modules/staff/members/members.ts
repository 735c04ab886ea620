import { findStaffRole, requireRole, requireStaff, staffRoles, type StaffActor } from '#actor';
import type { Ctx, Tx } from '#context';
import { wholePage } from '#lib/api/pagination';
import { isEmail, normalizeEmail } from '#lib/text/email';
import { newId } from '#lib/tokens/ids';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { notFound, unauthorized, validationFailed } from '#platform/errors';
import { idleWindow } from '#platform/sign-in';
import { ownAccount, staffExists } from '../errors.ts';
import { realm } from '../realm.ts';
import { isSpokenLanguage, spokenLanguages } from '../rules.ts';
import {
  insertStaff,
  listAdministratorRows,
  listStaffNameRows,
  listStaffRows,
  listTeamRows,
  listUnspoken,
  lockStaff,
  updateStaff,
} from '../store.ts';

export type NewStaffMember = {
  readonly email: string;
  readonly name: string;
  /** Default: caller, the lowest role. */
  readonly role?: string | undefined;
  /** The languages they speak, without English. */
  readonly languages?: readonly string[] | undefined;
};

/** A member who cannot sign in yet. The caller writes the audit row. */
export async function addStaffMember(tx: Tx, input: NewStaffMember): Promise<{ id: string; email: string }> {
  if (!isEmail(input.email)) throw validationFailed([{ path: 'email', message: 'must be an email address' }]);
  if (!/\S/.test(input.name)) throw validationFailed([{ path: 'name', message: 'must not be empty' }]);
  const role = findStaffRole(input.role ?? 'caller');
  if (role === undefined)
    throw validationFailed([{ path: 'role', message: `must be one of: ${staffRoles.join(', ')}` }]);
  const languages = [...new Set(input.languages)];
  if (!languages.every(isSpokenLanguage))
    throw validationFailed([{ path: 'languages', message: `must be of: ${spokenLanguages.join(', ')}` }]);
  const now = tx.clock.now();
  const email = normalizeEmail(input.email);
  const row = { id: newId('stf', now), email, name: input.name, role, languages, created_at: now };
  const inserted = await insertStaff(tx.db, row);
  if (inserted === undefined) throw staffExists();
  return { id: inserted.id, email };
}

/** Creates a staff member from the command line. */
export async function createStaffMember(ctx: Ctx, input: NewStaffMember): Promise<{ staffId: string }> {
  return transact(ctx, async (tx) => {
    const { id } = await addStaffMember(tx, input);
    await recordEntry(tx, { kind: 'action', operation: 'access.create-staff', subjectId: id });
    return { staffId: id };
  });
}

type Administrator = { readonly id: string; readonly email: string };

/** Administrators who can sign in, for notices that only they can act on. */
export const listAdministrators = (ctx: Ctx | Tx): Promise<readonly Administrator[]> =>
  listAdministratorRows(ctx.db, administratorsMax);

/** Far more than a team has. */
const administratorsMax = 20;

/** The members to whom a case can be handed over: all who can sign in, including the caller. */
export async function listColleagues(ctx: Ctx) {
  requireStaff(ctx.actor);
  const active = (await listTeam(ctx)).filter((member) => member.active);
  return wholePage(active.map(({ id, name }) => ({ id, name })));
}

/** All staff members. */
export async function listStaffMembers(ctx: Ctx) {
  requireStaff(ctx.actor);
  const rows = await listStaffRows(ctx.db, idleWindow(ctx));
  return wholePage(
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: findStaffRole(row.role) ?? 'caller',
      languages: row.languages.filter(isSpokenLanguage),
      created_at: row.created_at.toISOString(),
      disabled_at: row.disabled_at?.toISOString() ?? null,
      identity_bound: row.oidc_subject !== null,
      password_set: row.set_at !== null,
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
      signed_in_at: row.signed_in_at?.toISOString() ?? null,
      failed_tries: Number(row.failed_tries ?? 0),
      failed_networks: Number(row.failed_networks ?? 0),
      sessions: Number(row.sessions ?? 0),
      setup_expires_at: row.setup_expires_at?.toISOString() ?? null,
    })),
  );
}

/** Staff members' names, by id. */
export async function listStaffNames(ctx: Ctx | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await listStaffNameRows(ctx.db, ids)).map(({ id, name }) => [id, name]));
}

type TeamMember = { readonly id: string; readonly name: string; readonly active: boolean };

/** Every current and former team member, by name. Only active members can sign in. */
export const listTeam = async (ctx: Ctx | Tx): Promise<TeamMember[]> =>
  (await listTeamRows(ctx.db)).map(({ id, name, disabled_at: ended }) => ({ id, name, active: ended === null }));

/** Languages that active colleagues speak and this staff member does not. English is left out. */
export const listUnspokenLanguages = async (ctx: Ctx | Tx, staffId: string): Promise<string[]> =>
  (await listUnspoken(ctx.db, staffId)).map(({ language }) => language);

type StaffMemberChange = {
  readonly role?: string;
  readonly disabled?: boolean;
  readonly identity_bound?: false;
  readonly languages?: readonly string[];
};

/** Refuses an actor who was disabled or demoted since the guard ran, so that two administrators cannot disable each other. */
async function requireSameRole(tx: Tx, actor: StaffActor, changedId: string): Promise<void> {
  const people = await lockStaff(tx.db, [actor.staffId, changedId]);
  const acting = people.find(({ id }) => id === actor.staffId);
  if (acting === undefined || acting.disabled_at !== null) throw unauthorized();
  const role = findStaffRole(acting.role);
  if (role === undefined) throw unauthorized();
  requireRole({ ...actor, role }, actor.role);
}

/** Changes a staff member's role or access. Disabling ends access immediately: their sessions end and their tokens are refused. */
export async function updateStaffMember(ctx: Ctx, id: string, change: StaffMemberChange): Promise<{ ok: true }> {
  const actor = requireStaff(ctx.actor);
  const role = change.role === undefined ? undefined : findStaffRole(change.role);
  // Administrators cannot lower their own role, so there is always one left.
  const lessens = change.disabled === true || (role !== undefined && role !== staffRoles.at(-1));
  if (id === actor.staffId && lessens) throw ownAccount();
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    await requireSameRole(tx, actor, id);
    const updated = await updateStaff(tx.db, id, {
      ...(role === undefined ? {} : { role }),
      ...(change.disabled === undefined ? {} : { disabled_at: change.disabled ? now : null }),
      ...(change.languages === undefined ? {} : { languages: [...new Set(change.languages)] }),
      ...(change.identity_bound === undefined ? {} : { oidc_issuer: null, oidc_subject: null }),
    });
    if (updated === undefined) throw notFound('Nobody of the team has this id.');
    // A new role applies from the next sign-in and the next call. A change of languages ends no session.
    const isAccess = Object.keys(change).some((name) => name !== 'languages');
    if (isAccess) realm.endSessions(tx.db, id, { now });
    if (change.disabled === true) realm.deleteDevices(tx.db, id);
  });
  return { ok: true };
}
