import { expect, it } from 'vitest';
import type { TrailEntry } from './schemas.ts';
import { writeTrailCsv } from './trail.ts';

const entry: TrailEntry = {
  at: '2026-11-15T12:00:00.000Z',
  kind: 'action',
  operation: 'portal.create-token',
  did: 'made a token',
  who: { type: 'user', id: 'usr_synthetic', name: '=HYPERLINK("x")' },
  credential_id: null,
  subject_id: null,
  request_id: null,
};

it('the CSV of the trail contains nothing that a spreadsheet would execute', async () => {
  const pages = async function* () {
    yield [entry];
  };
  let csv = '';
  for await (const part of writeTrailCsv(pages())) csv += String(part);
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
});
