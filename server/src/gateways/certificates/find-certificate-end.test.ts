import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeAuthority } from '#test/doubles/certificates';
import { findCertificateEnd } from './find-certificate-end.ts';

const dayMs = 86_400_000;

async function given(days: number): Promise<string> {
  const authority = makeAuthority();
  onTestFinished(() => authority.remove());
  const server = createServer(authority.issue('localhost', days));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}/`;
}

describe('certificate expiry', () => {
  it('is told of one that is valid, and of one that has ended', async () => {
    const valid = await findCertificateEnd(await given(2));
    expect((valid?.getTime() ?? 0) - Date.now()).toBeGreaterThan(dayMs);
    const ended = await findCertificateEnd(await given(-1));
    expect(ended?.getTime()).toBeLessThan(Date.now());
  });

  it('there is no expiry without TLS, and an unreachable address fails', async () => {
    expect(await findCertificateEnd('http://localhost:8080')).toBeUndefined();
    await expect(findCertificateEnd('https://localhost:1')).rejects.toThrow('ECONNREFUSED');
  });
});
