import { findStaffRole, staffRoles } from '#actor';
import type { Tx } from '#context';
import { isEmail, normalizeEmail } from '#lib/text/email';
import { newId } from '#lib/tokens/ids';
import { validationFailed } from '#platform/errors';
import { isSpokenLanguage, spokenLanguages } from '../rules.ts';
import { staffExists } from '../errors.ts';
import { insertStaff } from '../store.ts';

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
