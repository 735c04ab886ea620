import { staffRoles, type StaffRole } from '#actor';
import type { Ctx } from '#context';
import { normalizeEmail, isEmail } from '#lib/email';
import { newId } from '#lib/ids';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { staffExists } from './errors.ts';
import { insertStaff } from './store.ts';

export type NewStaff = {
  readonly email: string;
  readonly name: string;
  /** Whoever reaches the command line may do everything, so that is what they are unless told. */
  readonly role?: StaffRole | undefined;
};

/** Adds a person to the team. */
export async function createStaff(ctx: Ctx, input: NewStaff): Promise<{ staffId: string }> {
  if (!isEmail(input.email)) throw validationFailed([{ path: 'email', message: 'must be an email address' }]);
  if (!/\S/.test(input.name)) throw validationFailed([{ path: 'name', message: 'must not be empty' }]);
  const role = input.role ?? 'administrator';
  if (!staffRoles.includes(role))
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
