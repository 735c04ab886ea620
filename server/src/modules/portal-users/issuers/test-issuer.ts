import type { Ctx } from '#context';
import { GatewayError } from '#platform/errors';
import { issuerNotFound } from '../errors.ts';
import { findIssuerGateway } from './find-issuer-gateway.ts';
import { issuerCallbackPath } from './rules.ts';
import type { IssuerTest } from './schemas.ts';

/** Asks the provider who it is, as a sign-in begins. Whether it takes our secret only a sign-in shows. */
export async function testIssuer(ctx: Ctx, institutionId: string): Promise<IssuerTest> {
  const found = await findIssuerGateway(ctx, institutionId);
  if (found === undefined) throw issuerNotFound();
  try {
    const { url } = await found.gateway.start(`${ctx.config.publicBaseUrl}${issuerCallbackPath(institutionId)}`);
    const { host } = new URL(url);
    return { object: 'portal.issuer_test', ok: true, says: `It answers, and sends people to ${host} to sign in.` };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { object: 'portal.issuer_test', ok: false, says: explain(error) };
  }
}

/** In our words: what a stranger's server answered is not shown. */
const explain = (error: GatewayError): string => {
  const cause = findCause(error.cause);
  if (cause !== undefined) return `It could not be asked: ${cause.message}.`;
  return 'It does not answer as an OpenID provider of this address: /.well-known/openid-configuration must be there, as JSON, and name this issuer.';
};

/** What the guard said, under what the library made of it. */
function findCause(error: unknown): GatewayError | undefined {
  if (error instanceof GatewayError) return error;
  return error instanceof Error ? findCause(error.cause) : undefined;
}
