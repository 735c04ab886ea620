import type { Ctx } from '#context';
import { issueChallenge } from './issue-challenge.ts';
import { challengeTtlS, algorithms, passkeysMax, relyingParty, userHandleOf } from './rules.ts';
import { tooManyPasskeys } from '../errors.ts';
import { listPasskeyRows } from './store.ts';

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
