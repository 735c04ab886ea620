import { expect, it } from 'vitest';
import type { TrailEntry } from './schemas.ts';
import { writeTrailCsv } from './write-trail-csv.ts';

const entry: TrailEntry = {
  at: '2026-11-15T12:00:00.000Z',
  kind: 'action',
  operation: 'portal-users.create-token',
  did: 'made a token',
  who: { type: 'user', id: 'usr_synthetic', name: '=HYPERLINK("x")' },
  credential_id: null,
  subject_id: null,
  request_id: null,
};

it('says that it was cut, and what to ask for then', () => {
  const lines = writeTrailCsv({ object: 'trail', data: [entry], truncated: true }).split('\r\n');
  expect(lines[2]).toBe('Cut here after 1 entries. Older ones: choose a time before 2026-11-15T12:00:00.000Z.');
  expect(writeTrailCsv({ object: 'trail', data: [entry], truncated: false })).not.toContain('Cut here');
});

it('runs nothing in a spreadsheet', () => {
  expect(writeTrailCsv({ object: 'trail', data: [entry], truncated: false })).toContain(`"'=HYPERLINK(""x"")"`);
});
