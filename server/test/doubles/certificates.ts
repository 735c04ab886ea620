import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Certificate = { readonly key: Buffer; readonly cert: Buffer };

/** The certificate authority of one test run. */
export type Authority = {
  /** For `webhookCaFile`, or for a process's NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
  /** Valid for two days; with `days` of -1 it expired yesterday. */
  issue(host: string, days?: number): Certificate;
  remove(): void;
};

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function makeAuthority(): Authority {
  const directory = mkdtempSync(join(tmpdir(), 'makewhole-ca-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'ignore' });
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Synthetic CA');
  return {
    caFile: join(directory, 'ca.pem'),
    issue(host, days = 2) {
      openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'csr.pem', '-subj', `/CN=${host}`);
      writeFileSync(join(directory, 'san'), `subjectAltName=DNS:${host}`);
      const ours = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'san'];
      openssl('x509', '-req', '-in', 'csr.pem', ...ours, '-days', String(days), '-out', 'cert.pem');
      return { key: readFileSync(join(directory, 'key.pem')), cert: readFileSync(join(directory, 'cert.pem')) };
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
