import type { Ctx, Tx } from '#context';
import { identityOf, type Identity, type IdentityGateway, type SignInStart } from '#gateways/identity';
import { addressBucket } from '#lib/address';
import { dropHostCookie, readCookie, writeHostCookie } from '#lib/cookies';
import { addSeconds } from '#lib/dates';
import { normalizeEmail } from '#lib/email';
import { transact } from '#platform/db';
import { GatewayError, notFound } from '#platform/errors';
import { openSession, type OpenedSession } from './open-session.ts';
import { addressTriesMax, oidcCookie, oidcTtlS, tryWindowS } from './rules.ts';
import { takeTry } from './sign-in-store.ts';
import { recordRefusal } from './sign-in-with-password.ts';
import { lockStaffByEmail, lockStaffByIdentity, updateIdentity } from './staff-store.ts';

const sealedFor = 'access.oidc-start';
export const oidcCallbackPath = '/sign-in/oidc/callback';

/** Sends the browser to the identity provider; what must come back unchanged goes along in a sealed cookie. */
export async function startOidcSignIn(ctx: Ctx): Promise<{ url: string; cookie: string }> {
  const { url, start } = await identity(ctx).start(`${ctx.config.publicBaseUrl}${oidcCallbackPath}`);
  const until = ctx.clock.now().getTime() + oidcTtlS * 1000;
  const sealed = ctx.vault.seal(JSON.stringify({ ...start, until }), sealedFor).toString('base64url');
  return { url, cookie: writeHostCookie(oidcCookie, sealed, oidcTtlS) };
}

export type OidcReturn = { readonly query: string; readonly cookies: string | undefined; readonly address: string };
export type OidcOutcome =
  | { readonly kind: 'in'; readonly session: OpenedSession }
  /** They did not get to the provider's end, or it does not answer: trying again may help. */
  | { readonly kind: 'again' }
  /** The provider knows them, and we do not. */
  | { readonly kind: 'refused' }
  /** So many came back from there that the provider is not asked. */
  | { readonly kind: 'wait' };

/** The browser is back: whoever the provider vouches for gets in, if they are of the team. */
export async function finishOidcSignIn(ctx: Ctx, { query, cookies, address }: OidcReturn): Promise<OidcOutcome> {
  const start = readStart(ctx, readCookie(cookies, oidcCookie));
  if (start === undefined) return refuse(ctx, 'again', address);
  // A start is free to anybody, and each return with one has us ask the provider, whatever its code is.
  if (!(await takeAddressTry(ctx, 'oidc-returns', address))) return { kind: 'wait' };
  let who: Identity;
  try {
    who = await identity(ctx).finish(`${ctx.config.publicBaseUrl}${oidcCallbackPath}?${query}`, start);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error }, 'access.identity-not-confirmed');
    return refuse(ctx, 'again', address);
  }
  const session = await transact(ctx, async (tx) => {
    const staffId = await lockPerson(tx, who);
    return staffId && openSession(tx, staffId, 'oidc');
  });
  return session ? { kind: 'in', session } : refuse(ctx, 'refused', address);
}

/** Who of the team that is, held until the transaction ends; bound to them if it is the first time. */
async function lockPerson(tx: Tx, who: Identity): Promise<string | undefined> {
  const bound = await lockStaffByIdentity(tx.db, who);
  if (bound !== undefined) return bound.disabled_at === null ? bound.id : undefined;
  // The address counts once, and only when the provider has seen that it is theirs.
  if (!who.emailVerified || who.email === undefined) return undefined;
  const invited = await lockStaffByEmail(tx.db, normalizeEmail(who.email));
  if (invited === undefined || invited.disabled_at !== null) return undefined;
  if (invited.oidc_subject === null) updateIdentity(tx.db, invited.id, who);
  // In two windows at once the first one has bound them meanwhile.
  else if (invited.oidc_issuer !== who.issuer || invited.oidc_subject !== who.subject) return undefined;
  return invited.id;
}

export const dropOidcCookie = (): string => dropHostCookie(oidcCookie);

function identity({ config }: Ctx): IdentityGateway {
  const gateway = identityOf(config);
  if (gateway === undefined) throw notFound();
  return gateway;
}

function readStart(ctx: Ctx, sealed: string | undefined): SignInStart | undefined {
  if (sealed === undefined) return undefined;
  try {
    const opened = JSON.parse(ctx.vault.open(Buffer.from(sealed, 'base64url'), sealedFor)) as SignInStart & {
      until: number;
    };
    return opened.until > ctx.clock.now().getTime() ? opened : undefined;
  } catch {
    return undefined;
  }
}

/** Noted, though not without end: anybody can come back from nowhere, as often as they like. */
async function refuse(ctx: Ctx, kind: 'again' | 'refused', address: string): Promise<OidcOutcome> {
  if (await takeAddressTry(ctx, 'oidc', address))
    await recordRefusal(ctx, { operation: 'access.sign-in', reason: 'oidc' });
  return { kind };
}

function takeAddressTry(ctx: Ctx, what: 'oidc' | 'oidc-returns', address: string): Promise<boolean> {
  const now = ctx.clock.now();
  const subject = ctx.vault.fingerprints(`tries/${what}/${addressBucket(address)}`);
  return takeTry(ctx.db, { subject, now, since: addSeconds(now, -tryWindowS), max: addressTriesMax });
}
