import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: baseUrl, MAKEWHOLE_KEY: key = '' } = process.env;
const partner = Makewhole.partner({ baseUrl, key });
const cursor = existsSync('cursor.txt') ? readFileSync('cursor.txt', 'utf8') : undefined;
// Runs as long as you like; here for a few seconds.
const signal = AbortSignal.timeout(5000);
for await (const { event, cursor: next } of partner.events.follow({ cursor, signal })) {
  console.log(event.type, event.id);
  // Stored after the event was handled: after a crash in between, the event comes again.
  if (next !== undefined) writeFileSync('cursor.txt', next);
}
