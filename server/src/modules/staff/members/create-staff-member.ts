import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { addStaffMember, type NewStaffMember } from './add-staff-member.ts';

/** A staff member from the command line. */
export async function createStaffMember(ctx: Ctx, input: NewStaffMember): Promise<{ staffId: string }> {
  return transact(ctx, async (tx) => {
    const { id } = await addStaffMember(tx, input);
    await recordEntry(tx, { kind: 'action', operation: 'access.create-staff', subjectId: id });
    return { staffId: id };
  });
}
