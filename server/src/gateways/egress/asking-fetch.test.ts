import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privateUrls } from '#test/http/private-addresses';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { askingFetch } from './asking-fetch.ts';
import { wholeAnswerBytes } from './attempt.ts';
import { createEgress } from './egress.ts';
import type { EgressGateway } from './port.ts';

let receiver: Receiver;
let egress: EgressGateway;

beforeAll(async () => {
  receiver = await startReceiver();
  const [host = '', port = ''] = receiver.dial.split('=')[1]?.split(':') ?? [];
  egress = createEgress({
    webhookHostOverrides: new Map([[receiver.host, { host, port: Number(port) }]]),
    webhookCaFile: receiver.caFile,
  });
});
afterAll(async () => {
  await egress.close();
  await receiver.close();
});

const url = () => `https://${receiver.host}/keys`;

describe('a request to an address that a client chose', () => {
  it('the complete response is returned, with its status and type', async () => {
    const text = JSON.stringify({ keys: 'k'.repeat(50_000) });
    receiver.answer((_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text));
    const answer = await askingFetch(egress)(url());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await answer.text()).toBe(text);
  });

  it('a form is sent as one', async () => {
    receiver.answer((_request, response) => response.writeHead(204).end());
    const answer = await askingFetch(egress)(url(), { method: 'POST', body: new URLSearchParams({ code: 'a b' }) });
    expect(answer.status).toBe(204);
    const got = receiver.received.at(-1);
    expect([got?.method, got?.body]).toEqual(['POST', 'code=a+b']);
    expect(got?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  });

  it('redirects are not followed, and an endless or truncated response is an error', async () => {
    receiver.answer((_request, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end());
    expect((await askingFetch(egress)(url())).status).toBe(302);
    receiver.answer((_request, response) => response.writeHead(200).end('x'.repeat(wholeAnswerBytes + 1)));
    await expect(askingFetch(egress)(url())).rejects.toThrow('the answer is too long');
    receiver.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy());
    });
    await expect(askingFetch(egress)(url())).rejects.toThrow('the connection was cut before an answer');
  });

  it('a request is never sent to an address that is not public', async () => {
    const ask = askingFetch(egress);
    const answers = await Promise.allSettled(privateUrls(443).map((address) => ask(address)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });

  it('requests are HTTPS, GET or POST', async () => {
    await expect(askingFetch(egress)('http://hooks.example.com/')).rejects.toThrow('the address is not https');
    await expect(askingFetch(egress)(url(), { method: 'DELETE' })).rejects.toThrow('only GET and POST are asked');
  });
});
