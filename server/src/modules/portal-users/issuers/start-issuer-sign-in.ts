import type { Ctx } from '#context';
import { writeHostCookie } from '#lib/network/cookies';
import { GatewayError } from '#platform/errors';
import { findIssuerGateway } from './find-issuer-gateway.ts';
import { issuerCallbackPath, issuerCookie, issuerStartAad, issuerTtlS } from './rules.ts';

/** Sends the browser to the institution's provider; undefined when there is none, or it does not answer. */
export async function startIssuerSignIn(
  ctx: Ctx,
  institutionId: string,
): Promise<{ readonly url: string; readonly cookie: string } | undefined> {
  const found = await findIssuerGateway(ctx, institutionId);
  if (found === undefined) return undefined;
  try {
    const { url, start } = await found.gateway.start(`${ctx.config.publicBaseUrl}${issuerCallbackPath(institutionId)}`);
    const until = ctx.clock.now().getTime() + issuerTtlS * 1000;
    const { issuer, client_id: clientId } = found.row;
    const sealed = JSON.stringify({ ...start, institutionId, issuer, clientId, until });
    const value = ctx.vault.encrypt(sealed, issuerStartAad, 'link').toString('base64url');
    return { url, cookie: writeHostCookie(issuerCookie, value, issuerTtlS) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, institution: institutionId }, 'portal-users.issuer-not-reached');
    return undefined;
  }
}
