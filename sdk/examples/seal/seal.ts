// The digest of a day, from your stored events: `node seal.ts 2026-11-15 < events.ndjson`.
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';

const day = process.argv[2] ?? '';
const events = (await text(process.stdin))
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as { id: string; created_at: string });

// Of that day in UTC, each id once, in the order of their bytes.
const ids = [...new Set(events.filter((event) => event.created_at.startsWith(day)).map((event) => event.id))].sort();
const sha256 = createHash('sha256').update(ids.join('\n')).digest('hex');
process.stdout.write(`${ids.length} ${sha256}\n`);
