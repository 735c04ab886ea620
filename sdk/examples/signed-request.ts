// A signed request: retrieves the credential that signed it. To try it out:
//   openssl genpkey -algorithm ed25519 -out private.pem && openssl pkey -in private.pem -pubout -out public.pem
// The service's team uploads the public key (`makewhole institution credential upload`) and gives you the credential's
// id and a challenge. Run it once with CHALLENGE to activate the credential, then as often as you like without:
// BASE_URL=http://localhost:8080 KEY_ID=crd_… KEY_FILE=private.pem CHALLENGE=chl_… node sdk/examples/signed-request.ts
// BASE_URL is the service's own PUBLIC_BASE_URL. The signature covers it, so 127.0.0.1 does not work for localhost.
// SPDX-License-Identifier: Apache-2.0
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signRequest } from '@makewhole/sdk/sign-request';

export type PartnerOptions = {
  readonly baseUrl: string;
  readonly keyid: string;
  readonly privateKey: KeyObject;
  readonly environment: 'TEST' | 'PRODUCTION';
};

/** What a change needs in addition to its path: the object to send, and the key under which it is processed once. */
export type Change = { readonly content: unknown; readonly idempotencyKey: string };

const timeoutMs = 10_000;

export function createPartner({ baseUrl, ...credential }: PartnerOptions) {
  return {
    read(path: string): Promise<Response> {
      const url = baseUrl + path;
      const headers = signRequest({ method: 'GET', url, ...credential });
      return fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    },

    /** After a failure, call it again with the same change: it is signed again, and still processed once. */
    change(path: string, { content, idempotencyKey }: Change): Promise<Response> {
      const url = baseUrl + path;
      // Serialized once: the signed body must be the sent body, byte for byte.
      const body = JSON.stringify(content);
      const signed = signRequest({ method: 'POST', url, body, idempotencyKey, ...credential });
      const headers = { 'content-type': 'application/json', ...signed };
      return fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
    },
  };
}

if (import.meta.main) {
  // oxlint-disable-next-line node/no-process-env -- an example is configured where it is started
  const { BASE_URL: baseUrl = 'http://localhost:8080', KEY_ID: keyid, KEY_FILE: file, CHALLENGE } = process.env;
  if (keyid === undefined || file === undefined) throw new Error('KEY_ID and KEY_FILE are required; see above');
  const privateKey = createPrivateKey(readFileSync(file, 'utf8'));
  const partner = createPartner({ baseUrl, keyid, privateKey, environment: 'TEST' });
  const activation = { content: { challenge: CHALLENGE }, idempotencyKey: `activate-${keyid}` };
  const answer =
    CHALLENGE === undefined
      ? await partner.read('/api/gap/v1/me')
      : await partner.change(`/api/gap/v1/credentials/${keyid}/verify`, activation);
  process.stdout.write(`${answer.status} ${await answer.text()}\n`);
}
