import type * as WebAuthn from '@simplewebauthn/server';
import { requirePortalUser } from '#actor';
import type { Ctx, Tx } from '#context';
import { addDays, addSeconds } from '#lib/time/dates';
import { recordEntry } from '#modules/ledger';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { freshS } from '#platform/sign-in';
import { passkeyRefused } from '../errors.ts';
import { realm } from '../realm.ts';
import { createPortalSession, type NewPortalSession } from '../sessions/sessions.ts';
import { stopResetAtSignIn } from '../portal-users.ts';
import { issueChallenge, takeChallenge } from './challenges.ts';
import { composePasskeyMail } from './register-passkey.ts';
import { challengeTtlS, isCounterPlausible, isFramed, relyingParty, userHandleOf } from './rules.ts';
import type { ShownCredential } from './schemas.ts';
import { lockPasskey, updatePasskeyUsed, updatePasskeyWarned } from './store.ts';

type Use =
  | { readonly purpose: 'sign-in'; readonly userId: undefined }
  | { readonly purpose: 'fresh'; readonly userId: string };

/** The options a browser needs to use a passkey. They do not list the passkeys: the authenticator finds its own. */
export async function startPasskeyUse(
  ctx: Ctx,
  use: Use,
): Promise<{ readonly options: object; readonly cookie: string }> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const { challenge, cookie } = issueChallenge(ctx, use);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge,
    timeout: challengeTtlS * 1000,
    userVerification: 'required',
    allowCredentials: [],
  });
  return { options, cookie };
}

type PasskeySignIn = { readonly credential: ShownCredential; readonly cookies: string | undefined };

/** The device and its unlock are two factors, both just used, so the sign-in also counts as a fresh code. */
export async function signInWithPasskey(ctx: Ctx, { credential, cookies }: PasskeySignIn): Promise<NewPortalSession> {
  const challenge = await takeChallenge(ctx, { purpose: 'sign-in', userId: undefined, cookies });
  if (challenge === undefined) throw passkeyRefused();
  const session = await verifyShownPasskey(ctx, { challenge, credential }, async (tx, { userId }) => {
    await stopResetAtSignIn(tx, userId);
    return createPortalSession(tx, { userId, method: 'passkey', fresh: true });
  });
  if (session === undefined) throw passkeyRefused();
  return session;
}

type Confirmed = { readonly credential: ShownCredential; readonly cookies: string | undefined };

/** A passkey of the same user makes the session fresh instead of a code. Returns when that ends. */
export async function confirmWithPasskey(
  ctx: Ctx,
  { credential, cookies }: Confirmed,
): Promise<{ fresh_until: string }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  const challenge = await takeChallenge(ctx, { purpose: 'fresh', userId, cookies });
  if (challenge === undefined) throw passkeyRefused();
  const until = addSeconds(ctx.clock.now(), freshS);
  const own = { id: credentialId, ownerId: userId };
  const done = await verifyShownPasskey(
    ctx,
    { challenge, credential },
    async (tx, shown) => shown.userId === userId && realm.refreshSession(tx.db, own, until),
  );
  if (done !== true) throw passkeyRefused();
  return { fresh_until: until.toISOString() };
}

type Shown = { readonly challenge: string; readonly credential: ShownCredential };

/** A passkey of an active user whom the device verified. */
type VerifiedPasskey = { readonly userId: string; readonly passkeyId: string; readonly email: string };

/**
 * Checks an authenticator's response; `then` runs in the transaction that records the use. Undefined when the response is
 * refused. If a counter went back, the owner is notified.
 */
async function verifyShownPasskey<T>(
  ctx: Ctx,
  { challenge, credential }: Shown,
  then: (tx: Tx, passkey: VerifiedPasskey) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (isFramed(credential.response)) return undefined;
  // Loaded on first use and before taking locks: most processes never check a passkey.
  const library = await import('@simplewebauthn/server');
  return transact(ctx, async (tx): Promise<T | undefined> => {
    const known = await lockPasskey(tx.db, Buffer.from(credential.id, 'base64url'));
    if (known === undefined) return undefined;
    const { userHandle } = credential.response;
    if (userHandle !== undefined && userHandle !== null && userHandle !== userHandleOf(known.user_id)) return undefined;
    const shown = await verify(ctx, { challenge, credential, publicKey: known.public_key, library });
    if (shown === undefined) return undefined;
    const passkey = { userId: known.user_id, passkeyId: known.id, email: known.email };
    if (!isCounterPlausible({ stored: Number(known.counter), shown: shown.counter })) {
      await tellOfCopy(tx, passkey, known.warned_at);
      return undefined;
    }
    updatePasskeyUsed(tx.db, known.id, { ...shown, now: tx.clock.now() });
    return then(tx, passkey);
  });
}

/** At most once a day; otherwise the holder of a copy could flood the owner's mailbox. */
async function tellOfCopy(tx: Tx, { userId, passkeyId, email }: VerifiedPasskey, warnedAt: Date | null): Promise<void> {
  const now = tx.clock.now();
  if (warnedAt !== null && addDays(warnedAt, 1) > now) return;
  updatePasskeyWarned(tx.db, passkeyId, now);
  queueMessage(tx, {
    purpose: messagePurposes.passkeyNotice,
    subjectId: passkeyId,
    content: { channel: 'email', to: email, mail: composePasskeyMail('copied') },
  });
  await recordEntry(tx, {
    kind: 'refused',
    operation: 'portal.sign-in-with-passkey',
    userId,
    subjectId: passkeyId,
  });
}

type Library = Pick<typeof WebAuthn, 'verifyAuthenticationResponse'>;
type Signed = Shown & { readonly publicKey: Buffer; readonly library: Library };

async function verify(ctx: Ctx, { challenge, credential, publicKey, library }: Signed) {
  const { id, origin } = relyingParty(ctx);
  try {
    const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
      response: toLibrary(credential),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // The counter is compared above, where we can notify the owner if it went back.
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
  } catch {
    // Every error of the library means that the response does not match the request.
    return undefined;
  }
}

const toLibrary = ({ id, rawId, response }: ShownCredential) => ({
  id,
  rawId,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: {
    clientDataJSON: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
  },
});
