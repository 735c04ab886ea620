import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { givenConsent } from '#testing/ledger/consent';
import { givenIntake, givenTeam } from '#testing/intakes';
import { origin, takeSeat, useWorld } from './board-world.ts';

const world = useWorld();

it('a lead downloads the consent record of a case as JSON and as PDF; a caller is not offered it', async () => {
  const { harness } = world.current;
  const team = await givenTeam(harness);
  const { intake_id: id } = await givenIntake(harness);
  await givenConsent(harness.ctx, {
    kind: 'called',
    contacts: { email: undefined, phone: '+12125550142', test: false },
    subjectId: id,
    details: { outcome: 'voicemail' },
  });
  const caseId = (await team.record(id)).consultation?.id ?? '';
  const { page, trouble } = await takeSeat(world.current, { role: 'lead' });
  await page.goto(`${origin}/board/cases/${caseId}`);
  const consent = page.getByRole('region', { name: 'Consent' });
  const download = async (name: string): Promise<{ name: string; bytes: Buffer }> => {
    const [file] = await Promise.all([page.waitForEvent('download'), consent.getByRole('link', { name }).click()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const json = await download('Consent record (JSON)');
  const record = JSON.parse(json.bytes.toString());
  expect([json.name, record.source_id, record.verification.ok]).toEqual([`consent-${record.number}.json`, id, true]);
  const pdf = await download('Consent record (PDF)');
  expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual([`consent-${record.number}.pdf`, '%PDF-']);
  expect(trouble).toEqual([]);

  const caller = await takeSeat(world.current, { role: 'caller' });
  await caller.page.goto(`${origin}/board/cases/${caseId}`);
  await caller.page.getByRole('region', { name: 'Timeline' }).waitFor();
  expect(await caller.page.getByText('Consent record').count()).toBe(0);
});
