import type { Harness } from '#test/harness';
import type { NewEnrollment } from './schemas.ts';

let made = 0;

/** A VIN-shaped text that no other test has. */
export const rosterVin = (): string => `2SYNTH${String((made += 1)).padStart(11, '0')}`;

/** A complete synthetic enrollment. */
export const enrollmentBody = (changes: Partial<NewEnrollment> = {}): NewEnrollment => ({
  member: { first_name: 'Synthetic', last_name: 'Member', email: 'member@example.com' },
  vehicle: { vin: rosterVin(), year: 2022, make: 'Synthetic', model: 'Wagon' },
  ...changes,
});

/** An enrollment made through the interface, as it was answered. */
export async function givenEnrollment(harness: Harness, key: string, changes: Partial<NewEnrollment> = {}) {
  const { status, body } = await harness.call('POST', '/api/gap/v1/plans/enrollments', {
    token: key,
    body: enrollmentBody(changes),
  });
  if (status !== 201) throw new Error(`the enrollment was answered ${status}`);
  return body;
}
