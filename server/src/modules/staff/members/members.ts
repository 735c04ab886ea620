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
  /** Default: caller, which may do the least. */
  readonly role?: string | undefined;
  /** What they speak beside English. */
  readonly languages?: readonly string[] | undefined;
};

/** A member without a way to sign in yet. The caller writes the row of the audit trail. */
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

/** A staff member from the command line. */
export async function createStaffMember(ctx: Ctx, input: NewStaffMember): Promise<{ staffId: string }> {
  return transact(ctx, async (tx) => {
    const { id } = await addStaffMember(tx, input);
    await recordEntry(tx, { kind: 'action', operation: 'access.create-staff', subjectId: id });
    return { staffId: id };
  });
}

type Administrator = { readonly id: string; readonly email: string };

/** Those who can sign in; to be told of what only they decide. */
export const listAdministrators = (ctx: Ctx | Tx): Promise<readonly Administrator[]> =>
  listAdministratorRows(ctx.db, administratorsMax);

/** A team has few. */
const administratorsMax = 20;

/** To whom a case can be handed over: everybody who can sign in, oneself among them. */
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

/** Names of staff members, by id. */
export async function listStaffNames(ctx: Ctx | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await listStaffNameRows(ctx.db, ids)).map(({ id, name }) => [id, name]));
}

type TeamMember = { readonly id: string; readonly name: string; readonly active: boolean };

/** Everybody who is or was of the team, by name; only who is active can sign in. */
export const listTeam = async (ctx: Ctx | Tx): Promise<TeamMember[]> =>
  (await listTeamRows(ctx.db)).map(({ id, name, disabled_at: ended }) => ({ id, name, active: ended === null }));

/** What active colleagues speak beside English, and this staff member does not. */
export const listUnspokenLanguages = async (ctx: Ctx | Tx, staffId: string): Promise<string[]> =>
  (await listUnspoken(ctx.db, staffId)).map(({ language }) => language);

type StaffMemberChange = {
  readonly role?: string;
  readonly disabled?: boolean;
  readonly identity_bound?: false;
  readonly languages?: readonly string[];
};

/** Who was disabled or got a lower role since the guard changes nobody: two cannot both disable the other. */
async function requireSameRole(tx: Tx, actor: StaffActor, changedId: string): Promise<void> {
  const people = await lockStaff(tx.db, [actor.staffId, changedId]);
  const acting = people.find(({ id }) => id === actor.staffId);
  if (acting === undefined || acting.disabled_at !== null) throw unauthorized();
  const role = findStaffRole(acting.role);
  if (role === undefined) throw unauthorized();
  requireRole({ ...actor, role }, actor.role);
}

/** Changes role or access of a staff member. A disabled one loses access at once: sessions end, tokens are refused. */
export async function updateStaffMember(ctx: Ctx, id: string, change: StaffMemberChange): Promise<{ ok: true }> {
  const actor = requireStaff(ctx.actor);
  const role = change.role === undefined ? undefined : findStaffRole(change.role);
  // There is always an administrator: nobody lowers their own role by mistake.
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
    // A new role applies from the next sign-in and from the next call; what somebody speaks ends nothing.
    const isAccess = Object.keys(change).some((name) => name !== 'languages');
    if (isAccess) realm.endSessions(tx.db, id, { now });
    if (change.disabled === true) realm.deleteDevices(tx.db, id);
  });
  return { ok: true };
}
