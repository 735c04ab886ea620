import { timingSafeEqual } from 'node:crypto';
import { requirePartner, type PartnerActor } from '#actor';
import { actFor, type Ctx, type Rx } from '#context';
import { readPublicKey, type SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import type { OwnCredential } from '#lib/signature-diagnosis/diagnose-request';
import { addHours } from '#lib/time/dates';
import { randomBase62 } from '#lib/tokens/base62';
import { newTaggedId } from '#lib/tokens/ids';
import { nameSubject } from '#modules/ledger';
import { lockNames, recheckAtCommit, transact, type Query } from '#platform/db';
import { notFound, validationFailed, type AppError } from '#platform/errors';
import {
  credentialNotFound,
  credentialNotReplaceable,
  institutionSuspended,
  keyExpired,
  keyRevoked,
  partnerProblem,
  signatureInvalid,
  tooManyCredentials,
} from '../partner-credentials/errors.ts';
import { recheckPartnerKey } from '../keys/store.ts';
import {
  credentialsLock,
  type Authentication,
  type CredentialHolder,
  type CredentialScope,
  type NotifyOfCredential,
} from '../partner-credentials/rules.ts';
import type { NewCredentialRequest, Role, SignedCredential } from '../partner-credentials/schemas.ts';
import { challengeAad, credentialsMax, toSignedCredential } from './rules.ts';
import {
  activateCredential,
  countUsableCredentials,
  findCredentialRow,
  insertCredential,
  listCredentialRows,
  listHolderRows,
  recheckCredential,
  replaceCredential,
  revokeCredentialRow,
} from './store.ts';

/**
 * A public key with its algorithm in a separate member, in exactly one form: as staff and the command line upload it.
 */
export async function uploadCredential(
  ctx: Ctx,
  institutionId: string,
  input: NewCredentialRequest,
): Promise<UploadedCredential> {
  const { alg, public_key: publicKey, livemode, role = 'full', label } = input;
  if (readPublicKey(alg, publicKey) === undefined) {
    const message = `must be a public key for ${alg}, as SPKI PEM`;
    throw validationFailed([{ path: 'public_key', message }]);
  }
  return storeCredential(ctx, { institutionId, livemode, alg, publicKey, role, label });
}

const challengeHours = 24;

type NewCredential = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly alg: SignatureAlgorithm;
  readonly publicKey: string;
  readonly role: Role;
  readonly label: string | undefined;
  readonly notify?: NotifyOfCredential | undefined;
  /** The credential that it is to replace. */
  readonly replaces?: string | undefined;
};

export type UploadedCredential = SignedCredential & { readonly challenge: string };

/** Stores a validated public key; the credential becomes active once the challenge is signed with its private key. */
export async function storeCredential(ctx: Ctx, input: NewCredential): Promise<UploadedCredential> {
  const { institutionId, livemode, replaces } = input;
  const now = ctx.clock.now();
  const id = newTaggedId('crd', { cell: ctx.config.cell, now });
  // In the staff trail the subject is the institution; the portal's trail names the institution separately.
  if (ctx.actor.kind === 'portal') nameSubject(ctx.actor, id);
  const challenge = `chl_${randomBase62(32)}`;
  const row = {
    institution_id: institutionId,
    id,
    livemode,
    role: input.role,
    label: input.label ?? null,
    alg: input.alg,
    public_key: input.publicKey,
    encrypted_challenge: ctx.vault.encrypt(challenge, challengeAad(id)),
    challenge_expires_at: addHours(now, challengeHours),
    created_at: now,
  };
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [credentialsLock(institutionId)]);
    const owner = { institutionId, livemode };
    if ((await countUsableCredentials(tx.db, owner, now)) >= credentialsMax) throw tooManyCredentials();
    if (
      replaces !== undefined &&
      (await replaceCredential(tx.db, owner, { id: replaces, successor: id })) === undefined
    )
      throw (await findCredentialRow(tx.db, owner, replaces)) ? credentialNotReplaceable() : credentialNotFound();
    insertCredential(tx.db, row);
    await input.notify?.(tx, { ...owner, what: 'signed credential' });
  });
  const unused = { activated_at: null, revoked_at: null, last_used_at: null, replaced_by: null };
  return { ...toSignedCredential({ ...row, ...unused }), challenge };
}

/** From now on its signatures are refused; revoking it again changes nothing. */
export async function revokeCredential(ctx: Ctx, owner: CredentialScope, id: string): Promise<SignedCredential> {
  const revoked = await transact(ctx, async (tx) => {
    lockNames(tx.db, [credentialsLock(owner.institutionId)]);
    return revokeCredentialRow(tx.db, owner, { id, now: tx.clock.now() });
  });
  const credential = revoked && (await findSignedCredential(ctx, owner, id));
  if (credential === undefined) throw credentialNotFound();
  return credential;
}

export async function listCredentials(ctx: Ctx, owner: CredentialScope): Promise<SignedCredential[]> {
  return (await listCredentialRows(ctx.db, owner)).map(toSignedCredential);
}

/** The holders of these signed credentials, of any institution; unknown ids are left out. */
export async function listCredentialHolders(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<Map<string, CredentialHolder>> {
  if (ids.length === 0) return new Map();
  const rows = await listHolderRows(db, ids);
  return new Map(
    rows.map(({ id, institution_id: institutionId, livemode }) => [id, { institutionId, livemode, credentialId: id }]),
  );
}

/** In addition to the named one: an institution signs with a few, and each is tried with every mistake. */
const othersMax = 20;

type Asked = {
  /** The credential that the request names. */
  readonly keyid: string | undefined;
  /** Default: both modes. */
  readonly livemode?: boolean;
};

/** An institution's public keys for diagnosing a signature: the named one first, then the newest others. */
export async function listVerifyingKeys(
  { db }: Pick<Ctx, 'db'>,
  institutionId: string,
  { keyid, livemode }: Asked,
): Promise<OwnCredential[]> {
  const rows = await listCredentialRows(db, { institutionId, livemode: livemode ?? 'both' });
  const others = rows.filter(({ id }) => id !== keyid).slice(0, othersMax);
  return [...rows.filter(({ id }) => id === keyid), ...others].flatMap((row): OwnCredential[] => {
    const alg = row.alg as SignatureAlgorithm;
    const key = readPublicKey(alg, row.public_key);
    if (key === undefined) return [];
    const status = row.revoked_at ? 'revoked' : row.activated_at ? 'active' : 'pending';
    return [{ id: row.id, alg, key, status, livemode: row.livemode }];
  });
}

/** The credential in the path, if the client's institution has it in the client's mode. */
export async function requireOwnCredential(ctx: Ctx, id: string): Promise<void> {
  const { institutionId, livemode, credentialId, credentialType } = requirePartner(ctx.actor);
  if ((await findCredentialRow(ctx.db, { institutionId, livemode }, id)) === undefined) throw notFound();
  if (credentialType !== 'signed' || credentialId !== id)
    throw partnerProblem('forbidden', 'A credential is activated by a request that it signed itself.');
}

/** An institution's signed credential; undefined if it has none with this id, in this mode. */
export async function findSignedCredential(
  ctx: Rx,
  owner: CredentialScope,
  id: string,
): Promise<SignedCredential | undefined> {
  const row = await findCredentialRow(ctx.db, owner, id);
  return row && toSignedCredential(row);
}

/** Activates the credential that signed this call, if the challenge matches; of two concurrent calls one wins. */
export async function verifyCredential(ctx: Ctx, id: string, challenge: string): Promise<void> {
  const { institutionId, livemode } = requirePartner(ctx.actor);
  const row = await findCredentialRow(ctx.db, { institutionId, livemode }, id);
  if (row === undefined) throw notFound();
  if (row.activated_at !== null) throw alreadyActive();
  const now = ctx.clock.now();
  if (now >= row.challenge_expires_at)
    throw partnerProblem('challenge_expired', 'The challenge is older than 24 hours; upload the key again.');
  if (!equal(ctx.vault.decrypt(row.encrypted_challenge, challengeAad(id)), challenge))
    throw partnerProblem('challenge_invalid', 'This is not the challenge of this credential.');
  if ((await activateCredential(ctx.db, { institutionId, id }, now)) === undefined) throw alreadyActive();
}

const alreadyActive = () => partnerProblem('credential_already_active', 'This credential is active already.');

function equal(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type Refusal = Extract<Authentication, { refusal: AppError }>;

/**
 * The context of a request with this credential: it commits nothing once the credential is revoked or its institution
 * suspended. `refuse` creates the error for a refusal of the credential itself.
 */
export function actAsPartner(ctx: Ctx, actor: PartnerActor, refuse: (refusal: Refusal) => Promise<AppError>): Ctx {
  const own = actFor(ctx, actor);
  const db = recheckAtCommit(own.db, {
    query: () => recheckQuery(ctx, actor),
    refuse: (reason) => (reason === 'suspended' ? institutionSuspended() : refuse(toRefusal(actor, reason))),
  });
  return { ...own, db };
}

const recheckQuery = ({ clock }: Ctx, { institutionId, credentialId, credentialType }: PartnerActor): Query<never> =>
  credentialType === 'bearer'
    ? recheckPartnerKey(institutionId, credentialId, clock.now())
    : recheckCredential(institutionId, credentialId);

function toRefusal({ credentialType }: PartnerActor, reason: string): Refusal {
  if (credentialType === 'signed') return signatureInvalid();
  return reason === 'expired' ? keyExpired() : keyRevoked();
}
