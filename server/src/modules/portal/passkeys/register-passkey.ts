import type { Ctx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { newId } from '#lib/tokens/ids';
import { recordEntry } from '#modules/ledger';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { passkeyRefused, tooManyPasskeys } from '../errors.ts';
import { countPasskeysOf, lockUser } from '../store.ts';
import { issueChallenge, takeChallenge } from './challenges.ts';
import {
  algorithms,
  challengeTtlS,
  isCredentialId,
  isFramed,
  passkeysMax,
  relyingParty,
  userHandleOf,
} from './rules.ts';
import type { CreatedCredential, Passkey } from './schemas.ts';
import { insertPasskey, listPasskeyRows } from './store.ts';

type Asked = { readonly options: object; readonly cookie: string };

/** What a browser needs to make a passkey for somebody who is signed in. */
export async function startPasskey(ctx: Ctx, user: { readonly id: string; readonly email: string }): Promise<Asked> {
  const known = await listPasskeyRows(ctx.db, user.id);
  if (known.length >= passkeysMax) throw tooManyPasskeys();
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { challenge, cookie } = issueChallenge(ctx, { purpose: 'register', userId: user.id });
  const options = await generateRegistrationOptions({
    rpName: 'Makewhole partner portal',
    rpID: relyingParty(ctx).id,
    userName: user.email,
    userDisplayName: user.email,
    userID: new Uint8Array(Buffer.from(userHandleOf(user.id), 'base64url')),
    challenge,
    timeout: challengeTtlS * 1000,
    // Which make it is tells us nothing that we act on, and asking for it makes browsers warn.
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // A device that has one already makes no second.
    excludeCredentials: known.map(({ credential_id: id }) => ({ id: id.toString('base64url') })),
  });
  return { options, cookie };
}

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
      operation: 'portal.add-passkey',
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

type PasskeyNews = 'added' | 'copied';

/** To the owner of the account; what they called the passkey is left out, since anybody with the session could have chosen it. */
export const composePasskeyMail = (news: PasskeyNews): Mail =>
  news === 'added'
    ? {
        language: 'en',
        subject: 'A passkey was added to your account',
        paragraphs: [
          'A passkey was added to your account at the Makewhole partner portal. It signs you in without password and code.',
          'If it was not you, remove it under your account, change your password and sign out everywhere.',
        ],
        why: 'You get this because you have an account at the partner portal.',
      }
    : {
        language: 'en',
        subject: 'A passkey of yours was refused',
        paragraphs: [
          'Somebody tried to sign in to the Makewhole partner portal with a passkey of yours, and its counter had gone back. That happens when a passkey was copied. Nobody was signed in.',
          'Remove this passkey under your account and register a new one. You get this message at most once a day.',
        ],
        why: 'You get this because you have an account at the partner portal.',
      };
