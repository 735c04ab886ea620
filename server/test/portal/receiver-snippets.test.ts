import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { receiverSnippets } from '../../../web/src/portal/views/webhooks/receiver-snippets.ts';

const standard = () => `whsec_${randomBytes(32).toString('base64')}`;
const toKey = (secret: string) =>
  secret.startsWith('whsec_gap_') ? Buffer.from(secret) : Buffer.from(secret.slice(6), 'base64');

/** Signs as the service does. */
const sign = (secret: string, t: number, body: string): string =>
  `t=${t},v1=${createHmac('sha256', toKey(secret)).update(`${t}.${body}`).digest('hex')}`;

const drivers = {
  TypeScript: `import { isGenuine } from './verify-webhook.ts';
const cases = JSON.parse(process.argv[2]);
console.log(JSON.stringify(cases.map(([header, body]) => isGenuine(header, Buffer.from(body)))));`,
  Python: `import json, sys
from verify_webhook import is_genuine
print(json.dumps([is_genuine(header, body.encode()) for header, body in json.loads(sys.argv[1])]))`,
};

describe.each(receiverSnippets)('the receiver in $language', ({ language, file, code }) => {
  it('the receiver accepts signatures by either secret, and no others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
    const driver = language === 'TypeScript' ? 'driver.mjs' : 'driver.py';
    writeFileSync(join(folder, file), code);
    writeFileSync(join(folder, driver), drivers[language]);
    const [fresh, old, strange] = [standard(), `whsec_gap_${'a1'.repeat(20)}`, standard()];
    const t = Math.floor(Date.now() / 1000);
    const body = '{"id":"evt_synthetic","name":"Zoë"}';
    const cases = [
      [sign(fresh, t, body), body],
      [sign(old, t, body), body],
      [sign(strange, t, body), body],
      [sign(fresh, t, body), `${body} `],
      [sign(fresh, t - 301, body), body],
      ['', body],
      ['t=1,v1=zz', body],
    ];
    const program = language === 'TypeScript' ? process.execPath : 'python3';
    const env = { ...process.env, WEBHOOK_SECRET: fresh, WEBHOOK_SECRET_OLD: old };
    const printed = execFileSync(program, [join(folder, driver), JSON.stringify(cases)], { env, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual([true, true, false, false, false, false, false]);
  });
});
