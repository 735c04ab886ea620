import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '#test/doubles/certificates';
import { freePort } from '#test/processes/processes';
import { until } from '#test/until';

const config = readFileSync(new URL('../../../deploy/compose/haproxy.cfg', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'makewhole-proxy-'));
const authority = makeAuthority();
let port = 0;
let stop: () => Promise<void>;

/** The delivered proxy, with TLS as its first line describes, on a port of this test. */
beforeAll(async () => {
  port = await freePort();
  const { key, cert } = authority.issue('makewhole.test');
  const pem = join(folder, 'host.pem');
  writeFileSync(pem, Buffer.concat([cert, key]));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config.replace('bind :8080', `bind 127.0.0.1:${port} ssl crt ${pem}`));
  const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore', env: { PATH: '/usr/sbin:/usr/bin' } });
  const exited = new Promise<void>((resolve) => proxy.once('exit', () => resolve()));
  stop = async () => {
    proxy.kill('SIGKILL');
    await exited;
  };
  await until('the proxy to speak TLS', async () => (await handshake()) !== 'refused');
});
afterAll(async () => {
  await stop();
  authority.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the negotiated version, such as `TLSv1.3`. */
function handshake(options: ConnectionOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    const ca = readFileSync(authority.caFile);
    const socket = connect({ host: '127.0.0.1', port, servername: 'makewhole.test', ca, ...options }, () => {
      resolve(socket.getProtocol() ?? 'none');
      socket.destroy();
    });
    socket.once('error', () => resolve('refused'));
  });
}

/** Allows everything that this client would not offer by default. */
const lax = { ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1' } as const;

describe('the delivered proxy', () => {
  it('speaks TLS 1.3 where it can, 1.2 where it must, and nothing older', async () => {
    expect(await handshake()).toBe('TLSv1.3');
    expect(await handshake({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2');
    expect(await handshake({ ...lax, maxVersion: 'TLSv1.1' })).toBe('refused');
    expect(await handshake({ ...lax, maxVersion: 'TLSv1' })).toBe('refused');
  });

  it.each(['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-CCM', 'AES128-GCM-SHA256'])(
    'takes no weak cipher: %s',
    async (ciphers) => {
      expect(await handshake({ ciphers: `${ciphers}:@SECLEVEL=0`, maxVersion: 'TLSv1.2' })).toBe('refused');
    },
  );
});
