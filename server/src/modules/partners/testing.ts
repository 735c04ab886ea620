import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Answer, Harness } from '#test/harness';
import { digestOf, signByHand, type Message, type Signing } from '#test/http/signed-requests';
import { createPartnerKey, uploadCredential } from '#modules/credentials';
import { createInstitution } from './partners.ts';
import type { NewInstitutionRequest } from './schemas.ts';

/** A synthetic institution. */
export const givenInstitution = (harness: Harness, input: Partial<NewInstitutionRequest> = {}) =>
  createInstitution(harness.ctx, { name: 'Synthetic Credit Union', ...input });

export type PartnerClient = {
  readonly institutionId: string;
  readonly keyId: string;
  readonly key: string;
};

/** An institution with a bearer key, by default a test key. */
export async function givenPartner(
  harness: Harness,
  input: Partial<Parameters<typeof createPartnerKey>[1]> & {
    readonly institution?: Partial<NewInstitutionRequest>;
  } = {},
): Promise<PartnerClient> {
  const { institution, ...key } = input;
  const institutionId = key.institutionId ?? (await givenInstitution(harness, institution)).id;
  const made = await createPartnerKey(harness.ctx, {
    livemode: false,
    role: 'full',
    label: undefined,
    expiresAt: undefined,
    ...key,
    institutionId,
  });
  return { institutionId, keyId: made.id, key: made.key };
}

type Algorithm = 'ed25519' | 'ecdsa-p256-sha256';

export const givenKeyPair = (alg: Algorithm) =>
  alg === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const toPem = (key: KeyObject): string => String(key.export({ type: 'spki', format: 'pem' }));

/** The parts of a signed call that a test sets; everything else follows the profile. */
export type SignedCall = {
  readonly body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Buffer;
  /** Default: random on POST and PATCH. */
  readonly idempotencyKey?: string;
  /** In unix seconds; default: the harness's time. */
  readonly created?: number;
  readonly nonce?: string;
  readonly keyid?: string;
  readonly environment?: string;
  readonly signing?: Signing;
  /** Applied to the request after it was signed. */
  readonly spoil?: (message: Message) => Message;
  /** The client address that our proxy reports. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type SignedClient = {
  readonly institutionId: string;
  readonly id: string;
  readonly alg: Algorithm;
  readonly challenge: string;
  readonly privateKey: KeyObject;
  /** A request signed by this credential, for tests that send it themselves. */
  sign(method: string, target: string, call?: SignedCall): Message;
  call(method: string, target: string, call?: SignedCall): Promise<Answer>;
  /** Answers the challenge. */
  activate(call?: SignedCall): Promise<Answer>;
};

type NewSignedClient = {
  readonly institutionId?: string;
  readonly livemode?: boolean;
  readonly role?: 'full' | 'read_only';
  readonly label?: string;
  readonly alg?: Algorithm;
  /** Left as it was uploaded. */
  readonly pending?: boolean;
};

/** An institution with a signed credential, by default active and for test. */
export async function givenSignedCredential(harness: Harness, input: NewSignedClient = {}): Promise<SignedClient> {
  const { alg = 'ed25519', livemode = false, pending = false, role = 'full', label } = input;
  const institutionId = input.institutionId ?? (await givenInstitution(harness)).id;
  const { privateKey, publicKey } = givenKeyPair(alg);
  const { id, challenge } = await uploadCredential(harness.ctx, institutionId, {
    alg,
    public_key: toPem(publicKey),
    livemode,
    role,
    ...(label === undefined ? {} : { label }),
  });
  const signer = { id, alg, livemode, privateKey };
  const client: SignedClient = {
    institutionId,
    challenge,
    ...signer,
    sign: (method, target, call = {}) => signAs(harness, signer, { method, target, ...call }),
    call: (method, target, call = {}) => send(harness, client.sign(method, target, call)),
    activate: (call = {}) =>
      client.call('POST', `/api/gap/v1/credentials/${id}/verify`, { body: { challenge }, ...call }),
  };
  if (!pending) {
    const { status, text } = await client.activate();
    if (status !== 200) throw new Error(`the credential was not activated: ${text}`);
  }
  return client;
}

type Signer = Pick<SignedClient, 'id' | 'alg' | 'privateKey'> & { readonly livemode: boolean };

function signAs(harness: Harness, signer: Signer, call: SignedCall & { method: string; target: string }): Message {
  const { method, target, spoil = (message: Message) => message } = call;
  const { created = Math.floor(harness.clock.now().getTime() / 1000), nonce = crypto.randomUUID() } = call;
  const changes = method === 'POST' || method === 'PATCH';
  const body = Buffer.from(call.raw ?? (call.body === undefined ? '' : JSON.stringify(call.body)));
  const idempotencyKey = call.idempotencyKey ?? (changes ? crypto.randomUUID() : undefined);
  const headers = {
    Host: 'internal:8080',
    ...(body.length > 0 ? { 'Content-Type': 'application/json', 'Content-Length': String(body.length) } : {}),
    ...(changes && body.length === 0 ? { 'Content-Length': '0' } : {}),
    ...(call.from === undefined ? {} : { 'X-Forwarded-For': call.from }),
    ...call.headers,
    ...(changes ? { 'Content-Digest': digestOf(body) } : {}),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    'X-SVC-Environment': call.environment ?? (signer.livemode ? 'PRODUCTION' : 'TEST'),
  };
  const components = [
    '@method',
    '@target-uri',
    ...(changes ? ['content-digest'] : []),
    ...(idempotencyKey === undefined ? [] : ['idempotency-key']),
    'x-svc-environment',
  ];
  const message = { method, target, body, rawHeaders: Object.entries(headers).flat() };
  const parameters = `;created=${created};nonce="${nonce}";keyid="${call.keyid ?? signer.id}";alg="${signer.alg}";tag="gap-v2"`;
  const { publicBaseUrl: baseUrl } = harness.config;
  const { alg, privateKey: key } = signer;
  return spoil(signByHand(message, { alg, key, baseUrl, components, parameters, ...call.signing }));
}

/** Sends like an ordinary client, which writes Host and Content-Length itself. */
function send(harness: Harness, { method, target, body, rawHeaders }: Message): Promise<Answer> {
  const headers = Object.fromEntries(
    rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [])),
  );
  delete headers['host'];
  delete headers['content-length'];
  return harness.call(method, target, { headers, ...(body.length > 0 ? { raw: body } : {}) });
}

type PartnerOperation = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** The feature that opens it; `planned` is not open to any client yet. */
  readonly opensWith?: string;
};

/** Every operation of the contract, with an id that does not exist. */
export const partnerOperations: readonly PartnerOperation[] = `
POST /referrals
GET /referrals
GET /referrals/{id}
PATCH /referrals/{id}
POST /referrals/bulk
POST /referrals/{id}/simulate referral_sandbox
POST /referrals/{id}/attest referral_sandbox
GET /analytics
POST /plans/enrollments
GET /plans/enrollments
GET /plans/enrollments/{id}
PATCH /plans/enrollments/{id}
POST /plans/enrollments/bulk
POST /plans/roster-sync
POST /plans/loss-notices
GET /plans/redemptions
GET /plans/statements
GET /events partner_security_platform
GET /me
POST /credentials/{id}/verify signed_credentials
POST /signature-check planned
POST /review-status/lookup review_records
GET /referrals/{id}/review-record review_records`
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', opensWith] = line.split(' ');
    return {
      name: `${method} ${path}`,
      method: method as PartnerOperation['method'],
      path: `/api/gap/v1${path.replace('{id}', 'x')}`,
      ...(opensWith === undefined ? {} : { opensWith }),
    };
  });
