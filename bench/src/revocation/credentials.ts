// Each kind of credential: how it is made, what a request with it looks like, and which verb of the service ends it.

import type { Ctx, Tx } from '@makewhole/server/src/context.ts';
import {
  createAgentPrincipal,
  rotateAgentKey,
  setPrincipalStatus,
} from '@makewhole/server/src/modules/agent-keys/index.ts';
import {
  createPartnerKey,
  revokeCredential,
  revokePartnerKey,
  uploadCredential,
} from '@makewhole/server/src/modules/partner-credentials/index.ts';
import { createInstitution } from '@makewhole/server/src/modules/partners/index.ts';
import { createStaffMember, createStaffToken, revokeStaffToken } from '@makewhole/server/src/modules/staff/index.ts';
import { createSession, revokeSession } from '@makewhole/server/src/modules/staff/sessions/sessions.ts';
import { transact } from '@makewhole/server/src/platform/db/index.ts';
import { digestOf, signByHand } from '@makewhole/server/test/http/signed-requests.ts';
import { generateKeyPairSync, randomUUID } from 'node:crypto';

export type Call = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

export type Credential = {
  /** Whose rows a request writes. */
  readonly owner: string;
  call(): Call;
  end(ctx: Ctx): Promise<unknown>;
  /** How many at once; default: as the run says. */
  readonly requests?: number;
  /** When it ends, at most; default: as the run says. */
  readonly endWithinMs?: number;
};

const json = { 'Content-Type': 'application/json' };
const enrollments = '/api/gap/v1/plans/enrollments';
let made = 0;

function enrollment(): string {
  made += 1;
  const member = { first_name: 'Synthetic', last_name: 'Member', email: `member-${made}@example.com` };
  return JSON.stringify({ member, vehicle: { vin: `3G${String(made).padStart(15, '0')}` } });
}

async function givenKey(ctx: Ctx) {
  const { id: institutionId } = await createInstitution(ctx, { name: 'Synthetic Bank' });
  const wanted = { livemode: true, role: 'full', label: undefined, expiresAt: undefined } as const;
  const { id, key } = await createPartnerKey(ctx, { institutionId, ...wanted });
  const headers = { ...json, Authorization: `Bearer ${key}` };
  return { institutionId, id, call: () => ({ path: enrollments, headers, body: enrollment() }) };
}

export async function bearer(ctx: Ctx): Promise<Credential> {
  const { institutionId, id, call } = await givenKey(ctx);
  return {
    owner: institutionId,
    call,
    end: (ending) => revokePartnerKey(ending, { institutionId, livemode: 'both' }, id),
  };
}

export async function suspended(ctx: Ctx): Promise<Credential> {
  const { institutionId, call } = await givenKey(ctx);
  return { owner: institutionId, call, end: (ending) => setPrincipalStatus(ending, institutionId, 'suspended') };
}

export async function signed(ctx: Ctx): Promise<Credential> {
  const { id: institutionId } = await createInstitution(ctx, { name: 'Synthetic Bank' });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
  const wanted = { alg: 'ed25519', public_key: pem, livemode: true } as const;
  const { id } = await uploadCredential(ctx, institutionId, wanted);
  await ctx.db.many({ text: 'update access.signed_credentials set activated_at = now() where id = $1', values: [id] });
  const { publicBaseUrl: baseUrl } = ctx.config;
  const call = (): Call => {
    const body = enrollment();
    const headers = {
      ...json,
      'Content-Digest': digestOf(body),
      'Idempotency-Key': randomUUID(),
      'X-SVC-Environment': 'PRODUCTION',
    };
    const parameters = `;created=${Math.floor(Date.now() / 1000)};nonce="${randomUUID()}";keyid="${id}";alg="ed25519";tag="gap-v2"`;
    const message = {
      method: 'POST',
      target: enrollments,
      body: Buffer.from(body),
      rawHeaders: Object.entries(headers).flat(),
    };
    const { rawHeaders } = signByHand(message, { key: privateKey, baseUrl, parameters });
    const names = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []));
    return { path: enrollments, headers: Object.fromEntries(names), body };
  };
  return {
    owner: institutionId,
    call,
    end: (ending) => revokeCredential(ending, { institutionId, livemode: 'both' }, id),
  };
}

export async function givenAgent(ctx: Ctx) {
  const { principalId, key } = await transact(ctx, async (tx: Tx) => createAgentPrincipal(tx, { livemode: true }));
  const find = { text: 'select id from access.agent_keys where principal_id = $1', values: [principalId] };
  const keyId = (await ctx.db.find<{ id: string }>(find))?.id ?? '';
  return { key, actor: { kind: 'agent', address: '127.0.0.1', principalId, keyId, livemode: true } as const };
}

export function intakeBody(): string {
  made += 1;
  return JSON.stringify({
    agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
    customer: { email: `owner-${made}@example.com` },
    consent: { attestation: 'The owner asked me to submit this and knows that you will email and call.' },
  });
}

export async function agent(ctx: Ctx): Promise<Credential> {
  const { key, actor } = await givenAgent(ctx);
  const headers = { ...json, Authorization: `Bearer ${key}` };
  const call = () => ({ path: '/api/agent/v1/intakes', headers, body: intakeBody() });
  return { owner: actor.principalId, call, end: (ending) => rotateAgentKey({ ...ending, actor }) };
}

async function givenMember(ctx: Ctx): Promise<{ staffId: string; email: string }> {
  const email = `staff-${randomUUID()}@example.com`;
  const { staffId } = await createStaffMember(ctx, { email, name: 'Synthetic Staff', role: 'administrator' });
  return { staffId, email };
}

function listing(headers: Readonly<Record<string, string>>): Call {
  made += 1;
  const body = JSON.stringify({ email: `listed-${made}@example.com` });
  return { path: '/api/staff/v1/do-not-contact', headers: { ...json, ...headers }, body };
}

export async function staffToken(ctx: Ctx): Promise<Credential> {
  const { staffId, email } = await givenMember(ctx);
  const { token, tokenId } = await createStaffToken(ctx, { email, label: 'fault' });
  const call = () => listing({ Authorization: `Bearer ${token}` });
  return { owner: staffId, call, end: (ending) => revokeStaffToken(ending, tokenId) };
}

export async function session(ctx: Ctx): Promise<Credential> {
  const { staffId } = await givenMember(ctx);
  const { id, cookie } = await transact(ctx, (tx: Tx) =>
    createSession(tx, { staffId, method: 'password', fresh: true }),
  );
  const { origin } = new URL(ctx.config.publicBaseUrl);
  const call = () => listing({ Cookie: cookie.split(';', 1)[0] ?? '', Origin: origin });
  const actor = { kind: 'staff', staffId, role: 'administrator', credentialId: id } as const;
  return { owner: staffId, call, end: (ending) => revokeSession({ ...ending, actor }, id) };
}
