import type { Ctx } from '#context';
import { issueChallenge } from './issue-challenge.ts';
import { challengeTtlS, relyingParty } from './rules.ts';

type Use =
  | { readonly purpose: 'sign-in'; readonly userId: undefined }
  | { readonly purpose: 'fresh'; readonly userId: string };

/** What a browser needs to show a passkey. Which ones there are is not said: the authenticator knows its own. */
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
