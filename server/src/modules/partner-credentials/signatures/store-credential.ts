import type { Ctx } from '#context';
import type { SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import { addHours } from '#lib/time/dates';
import { randomBase62 } from '#lib/tokens/base62';
import { newTaggedId } from '#lib/tokens/ids';
import { nameSubject } from '#modules/audit';
import { lockNames, transact } from '#platform/db';
import { credentialNotFound, credentialNotReplaceable, tooManyCredentials } from '../errors.ts';
import { credentialsLock, type NotifyOfCredential } from '../rules.ts';
import type { Role, SignedCredential } from '../schemas.ts';
import { challengeAad, credentialsMax, toSignedCredential } from './rules.ts';
import { countUsableCredentials, findCredentialRow, insertCredential, replaceCredential } from './store.ts';

const challengeHours = 24;

type NewCredential = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly alg: SignatureAlgorithm;
  readonly publicKey: string;
  readonly role: Role;
  readonly label: string | undefined;
  readonly notify?: NotifyOfCredential | undefined;
  /** The credential that it is to take over from. */
  readonly replaces?: string | undefined;
};

export type UploadedCredential = SignedCredential & { readonly challenge: string };

/** Stores a public key that was read; the credential is active once the challenge was signed with its private key. */
export async function storeCredential(ctx: Ctx, input: NewCredential): Promise<UploadedCredential> {
  const { institutionId, livemode, replaces } = input;
  const now = ctx.clock.now();
  const id = newTaggedId('crd', { cell: ctx.config.cell, now });
  // In the trail of the team the subject is the institution; the portal's names that apart.
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
    sealed_challenge: ctx.vault.encrypt(challenge, challengeAad(id)),
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
