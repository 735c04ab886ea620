// A planted bug, loaded with --import: every attempt but the first sends the same event under a new id.
import { randomBytes } from 'node:crypto';
import { afterClaim } from './after-claim.ts';

afterClaim(async (_client, rows) => {
  for (const row of rows.filter(({ attempt }) => attempt > 1)) {
    const id = `evt_${randomBytes(12).toString('hex')}`;
    row.body = row.body.replaceAll(row.event_id, id);
    row.event_id = id;
  }
});
