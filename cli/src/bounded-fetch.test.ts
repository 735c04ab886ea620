import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

it('a response that unpacks into more than 64 MB is not read to its end; one of 60 MB is', async () => {
  const packed = new Map([60, 70].map((mb) => [`/${mb}`, gzipSync(Buffer.alloc(mb * 1024 * 1024), { level: 1 })]));
  const server = createServer((request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.get(request.url ?? '')),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await (await boundedFetch(`${address}/60`)).arrayBuffer()).byteLength).toBe(60 * 1024 * 1024);
  const tooLong = await boundedFetch(`${address}/70`);
  await expect(tooLong.arrayBuffer()).rejects.toThrow('the response is larger than 64 MB');
});
