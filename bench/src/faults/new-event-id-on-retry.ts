// An injected fault, loaded with --import: every retry sends the same event under a new id.
import { randomBytes } from 'node:crypto';
import { afterReading } from './after-reading.ts';

afterReading(async (_client, rows) => {
  for (const row of rows.filter(({ attempt, id }) => id !== null && attempt > 1)) {
    const id = `evt_${randomBytes(12).toString('hex')}`;
    row.body = row.body.replaceAll(row.event_id, id);
    row.event_id = id;
  }
});
