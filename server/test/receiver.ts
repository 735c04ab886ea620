import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export type Received = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

export type Receiver = {
  readonly host: string;
  /** For WEBHOOK_DIAL_MAP and WEBHOOK_CA_FILE. */
  readonly dial: string;
  readonly caFile: string;
  readonly received: Received[];
  /** How the next requests are answered; 204 unless said. */
  answer(how: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
};

/** A real HTTPS server under a public-looking name, with a certificate from an authority made for this run. */
export async function startReceiver(host = 'hooks.example.com'): Promise<Receiver> {
  const { directory, key, cert } = makeCertificate(host);
  const received: Received[] = [];
  let how: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
    response.writeHead(204).end();
  };
  const server = createServer({ key, cert }, (request, response) => {
    const keep = async () => {
      const body = await text(request);
      received.push({ path: request.url ?? '', headers: request.headers, body });
      how(request, response);
    };
    void keep().catch(() => undefined);
  });
  const port = await listen(server);
  return {
    host,
    dial: `${host}=127.0.0.1:${port}`,
    caFile: join(directory, 'ca.pem'),
    received,
    answer: (next) => {
      how = next;
    },
    close: () =>
      new Promise((resolve) => {
        rmSync(directory, { recursive: true, force: true });
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function makeCertificate(host: string) {
  const directory = mkdtempSync(join(tmpdir(), 'makewhole-receiver-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Synthetic CA');
  openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'csr.pem', '-subj', `/CN=${host}`);
  writeFileSync(join(directory, 'san'), `subjectAltName=DNS:${host}`);
  openssl(
    'x509',
    '-req',
    '-in',
    'csr.pem',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'san',
    '-out',
    'cert.pem',
  );
  return {
    directory,
    key: readFileSync(join(directory, 'key.pem')),
    cert: readFileSync(join(directory, 'cert.pem')),
  };
}

const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
