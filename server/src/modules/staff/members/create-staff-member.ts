import { findStaffRole, staffRoles } from '#actor';
import type { Ctx } from '#context';
import { isEmail, normalizeEmail } from '#lib/text/email';
import { newId } from '#lib/tokens/ids';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { staffExists } from '../errors.ts';
import { insertStaff } from '../store.ts';

type NewStaffMember = {
  readonly email: string;
  readonly name: string;
  /** Default: administrator, since whoever reaches the command line may do everything. */
  readonly role?: string | undefined;
};

export async function createStaffMember(ctx: Ctx, input: NewStaffMember): Promise<{ staffId: string }> {
  if (!isEmail(input.email)) throw validationFailed([{ path: 'email', message: 'must be an email address' }]);
  if (!/\S/.test(input.name)) throw validationFailed([{ path: 'name', message: 'must not be empty' }]);
  const role = findStaffRole(input.role ?? 'administrator');
  if (role === undefined)
    throw validationFailed([{ path: 'role', message: `must be one of: ${staffRoles.join(', ')}` }]);
  const now = ctx.clock.now();
  return transact(ctx, async (tx) => {
    const inserted = await insertStaff(tx.db, {
      id: newId('stf', now),
      email: normalizeEmail(input.email),
      name: input.name,
      role,
      created_at: now,
    });
    if (inserted === undefined) throw staffExists();
    await recordEntry(tx, { kind: 'action', operation: 'access.create-staff', subjectId: inserted.id });
    return { staffId: inserted.id };
  });
}
