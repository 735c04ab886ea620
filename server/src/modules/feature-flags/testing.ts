import type { Harness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';

/** Enables or disables features through the staff interface. */
export async function setFeatureFlags(harness: Harness, features: Readonly<Record<string, boolean>>): Promise<void> {
  const token = await givenStaffToken(harness);
  const { status } = await harness.call('PATCH', '/api/staff/v1/settings', { token, body: { features } });
  if (status !== 200) throw new Error(`the features were answered ${status}`);
}
