import type { Harness } from '#test/harness';
import { createStaff } from './create-staff.ts';
import { createStaffToken } from './create-staff-token.ts';

/** A person of the team and a token of theirs. */
export async function givenStaffToken(harness: Harness): Promise<string> {
  const email = `staff-${crypto.randomUUID()}@example.com`;
  await createStaff(harness.ctx, { email, name: 'Synthetic Staff' });
  return (await createStaffToken(harness.ctx, { email, label: 'tests' })).token;
}

/** Opens or closes features, as the team does. */
export async function setFeatures(harness: Harness, features: Readonly<Record<string, boolean>>): Promise<void> {
  const token = await givenStaffToken(harness);
  const { status } = await harness.call('PATCH', '/api/staff/v1/settings', { token, body: { features } });
  if (status !== 200) throw new Error(`the features were answered ${status}`);
}

let addresses = 0;

/** A public address that no other test of the file has failed from. */
export const freshCaller = (): string => {
  addresses += 1;
  return `203.0.${112 + Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};
