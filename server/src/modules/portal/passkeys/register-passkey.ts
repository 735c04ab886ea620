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

/** The options a browser needs to create a passkey for a signed-in user. */
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
    // We do not act on the authenticator's make, and asking for it makes browsers warn the user.
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // Keeps a device that already has a passkey from creating a second one.
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

/** Registers the passkey that the browser created for its challenge. */
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
    // Challenges are free, so the count that was checked when this one was issued may be outdated.
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
    // We ask for no attestation, so browsers omit the authenticator's maker. With one, the library would fetch the addresses in the
    // maker's certificates from this process, without our guard.
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
          // Hints for the browser only; it ignores unknown values.
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

/** Sent to the account's owner. It leaves out the passkey's label, since anyone with the session could have chosen it. */
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
