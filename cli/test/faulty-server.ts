// A server that answers every call in the same wrong way; the real service covers the right way.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Fault = 'gone in the middle' | 'hangs' | number | 'page of a proxy';

export type FaultyServer = { readonly url: string; readonly heard: string[]; fault: Fault };

const codes: Readonly<Record<number, string>> = { 401: 'unauthorized', 403: 'forbidden', 429: 'rate_limited' };

/** Responses have the members of both kinds of errors: those of the partner API and those of all others. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume();
    answer(response, faulty.fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const faulty: FaultyServer = { url, heard, fault: 500 };
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return faulty;
}

function answer(response: ServerResponse, fault: Fault): void {
  if (fault === 'hangs') return;
  if (fault === 'page of a proxy') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to this network</h1>');
    return;
  }
  if (fault === 'gone in the middle') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"data": [', () => response.destroy());
    return;
  }
  const code = codes[fault] ?? 'internal_error';
  const said = { code, error: `Refused with ${fault}.`, detail: `Refused with ${fault}.`, request_id: 'req_synthetic' };
  response
    .writeHead(fault, { 'content-type': 'application/json', ...(fault === 429 ? { 'retry-after': '120' } : {}) })
    .end(JSON.stringify(said));
}
