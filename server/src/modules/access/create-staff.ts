import type { Ctx } from '#context';
import { normalizeEmail, isEmail } from '#lib/email';
import { newId } from '#lib/ids';
import { validationFailed } from '#platform/errors';
import { staffExists } from './errors.ts';
import { insertStaff } from './store.ts';

export type NewStaff = { readonly email: string; readonly name: string };

/** Adds a person to the team. */
export async function createStaff(ctx: Ctx, input: NewStaff): Promise<{ staffId: string }> {
  if (!isEmail(input.email)) throw validationFailed([{ path: 'email', message: 'must be an email address' }]);
  if (!/\S/.test(input.name)) throw validationFailed([{ path: 'name', message: 'must not be empty' }]);
  const now = ctx.clock.now();
  const inserted = await insertStaff(ctx.db, {
    id: newId('stf', now),
    email: normalizeEmail(input.email),
    name: input.name,
    created_at: now,
  });
  if (inserted === undefined) throw staffExists();
  return { staffId: inserted.id };
}
