import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeAuthority } from './certificates.ts';

/** How an identity's claims and signature differ from a valid one. */
export type Lie = {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly alg?: 'RS256' | 'HS256' | 'none';
  /** Signs with a key that the provider has not published. */
  readonly withOtherKey?: boolean;
};

type Identity = { readonly subject: string; readonly email: string; readonly nonce: string };

/** A response sent unchanged; an endless one leaves the connection open. */
type Instead = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isEndless?: boolean;
};

/** An identity provider on this machine that asserts any identity a test gives it. */
export type LyingProvider = {
  readonly settings: Readonly<Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET', string>>;
  /** Sets the response to the next code. */
  say(identity: Identity, lie: Lie): void;
  /** Sends this response for a path from now on; undefined restores the default. */
  answer(path: string, instead: Instead | undefined): void;
  /** The paths requested so far. */
  readonly asked: readonly string[];
  close(): Promise<void>;
};

const clientId = 'makewhole-board';
const clientSecret = 'a secret that this test provider shares with the board';
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * A provider under a public-looking name, like an institution's: reached through the guard for addresses that clients
 * chose.
 */
export type PublicLyingProvider = LyingProvider & { readonly dial: string; readonly caFile: string };

export async function startPublicLyingProvider(host = 'login.bank.example.com'): Promise<PublicLyingProvider> {
  const authority = makeAuthority();
  const server = createTlsServer(authority.issue(host));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider = serveLies(server, `https://${host}`);
  return {
    ...provider,
    dial: `${host}=127.0.0.1:${(server.address() as AddressInfo).port}`,
    caFile: authority.caFile,
    async close() {
      await provider.close();
      authority.remove();
    },
  };
}

/** `metadataIssuer` is the issuer that its metadata names, if that is a different one. */
export async function startLyingProvider(metadataIssuer?: string): Promise<LyingProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return serveLies(server, `http://localhost:${(server.address() as AddressInfo).port}`, metadataIssuer);
}

type AnyServer = ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>;

function serveLies(server: AnyServer, issuer: string, metadataIssuer?: string): LyingProvider {
  const [known, unknown] = [newKey(), newKey()];
  const asked: string[] = [];
  const others = new Map<string, Instead>();
  let token = '';
  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: metadataIssuer ?? issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({
      keys: [{ ...known.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'known' }],
    }),
    '/token': () => ({ access_token: 'synthetic', token_type: 'bearer', id_token: token }),
  };
  server.on('request', (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    asked.push(path);
    const instead = others.get(path);
    if (instead !== undefined) {
      response.writeHead(instead.status ?? 200, { 'content-type': 'application/json', ...instead.headers });
      response.write(instead.body);
      if (instead.isEndless !== true) response.end();
      return;
    }
    const answer = answers[path];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  return {
    asked,
    answer(path, instead) {
      if (instead === undefined) others.delete(path);
      else others.set(path, instead);
    },
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    say({ subject, email, nonce }, { claims = {}, alg = 'RS256', withOtherKey = false }) {
      const at = Math.floor(Date.now() / 1000);
      const said = {
        iss: issuer,
        aud: clientId,
        sub: subject,
        iat: at,
        exp: at + 300,
        nonce,
        email,
        email_verified: true,
      };
      const key = withOtherKey ? unknown.privateKey : known.privateKey;
      token = toToken({ alg, kid: 'known' }, { ...said, ...claims }, key);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toToken(header: { alg: string; kid: string }, claims: object, key: KeyObject): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  const signatures: Readonly<Record<string, () => Buffer>> = {
    RS256: () => sign('sha256', Buffer.from(signed), key),
    HS256: () => createHmac('sha256', clientSecret).update(signed).digest(),
    none: () => Buffer.alloc(0),
  };
  return `${signed}.${signatures[header.alg]?.().toString('base64url')}`;
}
