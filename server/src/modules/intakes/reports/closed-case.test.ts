import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { bringTo, givenIntake, sendReport } from '../testing.ts';

const harness = useHarness();

it('a report is refused once the consultation has ended, though the intake is still active [A-DOC-008]', async () => {
  const { pdf } = await makeReport('ccc', 1);
  const receipt = await givenIntake(harness.current);
  await bringTo(harness.current, receipt, 'consultation_active');
  const text = 'update intakes.intakes set case_closed_at = now() where id = $1';
  await harness.current.ctx.db.many({ text, values: [receipt.intake_id] });
  const { status, body } = await sendReport(harness.current, receipt, pdf);
  expect([status, body]).toEqual([409, { error: expect.any(String), code: 'invalid_request' }]);
});
