import type { Ctx } from '#context';
import { writeHostCookie } from '#lib/network/cookies';
import { getIdentityGateway } from './get-identity-gateway.ts';
import { oidcCallbackPath, oidcCookie, oidcStartAad, oidcTtlS } from './rules.ts';

type Asked = {
  /** Whoever is signed in confirms who they are: the provider is to ask them again. */
  readonly confirms: boolean;
};

/** Sends the browser to the identity provider; the state that must return unchanged is in an encrypted cookie. */
export async function startOidcSignIn(ctx: Ctx, { confirms }: Asked): Promise<{ url: string; cookie: string }> {
  const callback = `${ctx.config.publicBaseUrl}${oidcCallbackPath}`;
  const { url, start } = await getIdentityGateway(ctx).start(callback, { again: confirms });
  const until = ctx.clock.now().getTime() + oidcTtlS * 1000;
  const encrypted = ctx.vault
    .encrypt(JSON.stringify({ ...start, confirms, until }), oidcStartAad, 'link')
    .toString('base64url');
  return { url, cookie: writeHostCookie(oidcCookie, encrypted, oidcTtlS) };
}
