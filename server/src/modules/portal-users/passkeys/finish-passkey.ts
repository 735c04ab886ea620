import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { recordEntry } from '#modules/audit';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { passkeyRefused, tooManyPasskeys } from '../errors.ts';
import { countPasskeysOf, lockUser } from '../user-store.ts';
import { composePasskeyMail } from './compose-passkey-mail.ts';
import { algorithms, isCredentialId, isFramed, passkeysMax, relyingParty } from './rules.ts';
import type { CreatedCredential, Passkey } from './schemas.ts';
import { insertPasskey } from './store.ts';
import { takeChallenge } from './take-challenge.ts';

type NewPasskey = {
  readonly user: { readonly id: string; readonly email: string };
  readonly credentialId: string;
  readonly label: string;
  readonly credential: CreatedCredential;
  readonly cookies: string | undefined;
};

/** Registers what the browser made for the challenge it was given. */
export async function finishPasskey(ctx: Ctx, input: NewPasskey): Promise<Passkey> {
  const { user, label, credential, cookies } = input;
  const { id: userId } = user;
  const challenge = await takeChallenge(ctx, { purpose: 'register', userId, cookies });
  if (challenge === undefined) throw passkeyRefused();
  const made = await verify(ctx, challenge, credential);
  if (made === undefined) throw passkeyRefused();
  const keyId = Buffer.from(made.credential.id, 'base64url');
  if (!isCredentialId(keyId)) throw passkeyRefused();
  const now = ctx.clock.now();
  const id = newId('pky', now);
  await transact(ctx, async (tx) => {
    const [locked, count] = await Promise.all([lockUser(tx.db, userId), countPasskeysOf(tx.db, userId)]);
    if (locked === undefined) throw unauthorized();
    // Challenges cost nothing, so the bound that was checked when this one was issued does not hold any more.
    if (count >= passkeysMax) throw tooManyPasskeys();
    const inserted = await insertPasskey(tx.db, {
      id,
      user_id: userId,
      credential_id: keyId,
      public_key: Buffer.from(made.credential.publicKey),
      counter: String(made.credential.counter),
      transports: made.credential.transports ?? [],
      label,
      synced: made.credentialBackedUp,
      created_at: now,
    });
    if (inserted === undefined) throw passkeyRefused();
    queueMessage(tx, {
      purpose: messagePurposes.passkeyNotice,
      subjectId: id,
      content: { channel: 'email', to: user.email, mail: composePasskeyMail('added') },
    });
    await recordEntry(tx, {
      kind: 'action',
      operation: 'portal-users.add-passkey',
      userId,
      credentialId: input.credentialId,
      subjectId: id,
    });
  });
  return {
    id,
    object: 'portal.passkey',
    label,
    synced: made.credentialBackedUp,
    created_at: now.toISOString(),
    last_used_at: null,
  };
}

async function verify(ctx: Ctx, challenge: string, { id, rawId, response }: CreatedCredential) {
  if (isFramed(response)) return undefined;
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  const { id: rpId, origin } = relyingParty(ctx);
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
    // We ask for none, so browsers leave out who made the authenticator. The library would follow the addresses in the
    // maker's certificates, from here and unguarded.
    const format = attestation.get('fmt');
    if (format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined))
      return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: response.attestationObject,
          // Only hints for the browser; others than the known ones are left out by it.
          transports: (response.transports ?? []) as [],
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo;
  } catch {
    return undefined;
  }
}
