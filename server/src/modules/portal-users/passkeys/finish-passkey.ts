import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { recordEntry } from '#modules/audit';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { passkeyRefused } from '../errors.ts';
import { composePasskeyMail } from './compose-passkey-mail.ts';
import { algorithms, relyingParty } from './rules.ts';
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
  const now = ctx.clock.now();
  const id = newId('pky', now);
  await transact(ctx, async (tx) => {
    const inserted = await insertPasskey(tx.db, {
      id,
      user_id: userId,
      credential_id: Buffer.from(made.credential.id, 'base64url'),
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
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { id: rpId, origin } = relyingParty(ctx);
  try {
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
