// A signed request: reads who the credential belongs to. To try it out:
//   BASE_URL=http://localhost:8080 KEY_ID=crd_… KEY_FILE=private.pem node sdk/examples/signed-request.ts
// A key pair is made with `openssl genpkey -algorithm ed25519 -out private.pem`; the portal takes its public half,
// `openssl pkey -in private.pem -pubout`, and tells the credential's id.
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

/** What a change needs besides its path: the object to send, and the name under which it happens once. */
export type Change = { readonly content: unknown; readonly idempotencyKey: string };

const timeoutMs = 10_000;

export function createPartner({ baseUrl, ...credential }: PartnerOptions) {
  return {
    read(path: string): Promise<Response> {
      const url = baseUrl + path;
      const headers = signRequest({ method: 'GET', url, ...credential });
      return fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    },

    /** After a failure call it again with the same change: it is signed afresh, and still happens once. */
    change(path: string, { content, idempotencyKey }: Change): Promise<Response> {
      const url = baseUrl + path;
      // Written once: what is signed must be what is sent, byte for byte.
      const body = JSON.stringify(content);
      const signed = signRequest({ method: 'POST', url, body, idempotencyKey, ...credential });
      const headers = { 'content-type': 'application/json', ...signed };
      return fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
    },
  };
}

if (import.meta.main) {
  // oxlint-disable-next-line node/no-process-env -- an example is configured where it is started
  const { BASE_URL: baseUrl = 'http://localhost:8080', KEY_ID: keyid = '', KEY_FILE: file = '' } = process.env;
  const privateKey = createPrivateKey(readFileSync(file, 'utf8'));
  const answer = await createPartner({ baseUrl, keyid, privateKey, environment: 'TEST' }).read('/api/gap/v1/me');
  process.stdout.write(`${answer.status} ${await answer.text()}\n`);
}
