import type { Harness } from '#test/harness';
import { createStaff } from './create-staff.ts';
import { createStaffToken } from './create-staff-token.ts';

/** A person of the team and a token of theirs. */
export async function givenStaffToken(harness: Harness): Promise<string> {
  const email = `staff-${crypto.randomUUID()}@example.com`;
  await createStaff(harness.ctx, { email, name: 'Synthetic Staff' });
  return (await createStaffToken(harness.ctx, { email, label: 'tests' })).token;
}
