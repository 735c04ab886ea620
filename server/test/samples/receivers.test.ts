import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '#test/until';
import { samples } from './sample-files.ts';
import { startReceiverSample } from './start-receiver-sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'makewhole-receivers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const agentSecret = `whsec_agent_${'a1'.repeat(20)}`;
const standardSecret = `whsec_${randomBytes(32).toString('base64')}`;
const keyOf = (secret: string) =>
  secret.startsWith('whsec_agent_') ? Buffer.from(secret) : Buffer.from(secret.slice('whsec_'.length), 'base64');

const body = '{"id":"evt_synthetic","object":"event","type":"intake.received","data":{"status":"Zoë"}}';
const now = () => Math.floor(Date.now() / 1000);
const sign = (secret: string, t: number) =>
  `t=${t},v1=${createHmac('sha256', keyOf(secret)).update(`${t}.${body}`).digest('hex')}`;

describe.each(samples.filter(({ name }) => name === 'receive-webhooks'))('the receiver $file', ({ file }) => {
  it('the receiver acknowledges signatures by either secret, and refuses the rest', async () => {
    const receiver = await startReceiverSample(file, { secret: `${agentSecret},${standardSecret}`, cwd: folder });
    const post = async (signature: string | undefined, sent = body) => {
      const headers = {
        'content-type': 'application/json',
        'x-service-event': 'intake.received',
        ...(signature === undefined ? {} : { 'x-service-signature': signature }),
      };
      return (await fetch(receiver.url, { method: 'POST', headers, body: sent })).status;
    };
    try {
      expect([await post(sign(agentSecret, now())), await post(sign(standardSecret, now()))]).toEqual([204, 204]);
      const stranger = `whsec_${randomBytes(32).toString('base64')}`;
      expect([
        await post(sign(stranger, now())),
        await post(sign(agentSecret, now()), `${body} `),
        await post(sign(agentSecret, now() - 301)),
        await post('t=1,v1=zz'),
        await post(undefined),
        await post(`t=${now()},v1=é`),
        await post(sign(agentSecret, now()).replace('t=', 't=²')),
      ]).toEqual([400, 400, 400, 400, 400, 400, 400]);
      await until('seven refusals', () => receiver.lines.filter((line) => line.startsWith('refused')).length === 7);
      expect(receiver.lines.filter((line) => line.startsWith('genuine intake.received')).length).toBeGreaterThan(0);
    } finally {
      await receiver.stop();
    }
  });
});
