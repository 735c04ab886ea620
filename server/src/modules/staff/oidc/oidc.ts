import type { Ctx, Tx } from '#context';
import { findIdentityGateway, type Identity, type IdentityGateway, type SignInStart } from '#gateways/identity';
import { addressBucket } from '#lib/network/address';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import { GatewayError, notFound } from '#platform/errors';
import { addressTriesMax, createEncryptedCookie, freshS, tryWindowS } from '#platform/sign-in';
import { realm } from '../realm.ts';
import { recordRefusedSignIn } from '../sessions/record-refused-sign-in.ts';
import { startSession, type QueueDeviceMail, type StartedSession } from '../sessions/sessions.ts';
import { lockStaffByEmail, lockStaffByIdentity, updateIdentity } from '../store.ts';

const oidcCallbackPath = '/sign-in/oidc/callback';

const oidcStartAad = 'access.oidc-start';

/** The state of the request to the identity provider, until the browser returns. */
export const oidcCookie = createEncryptedCookie<SignInStart & Asked>({
  cookie: '__Host-makewhole-oidc',
  aad: oidcStartAad,
  ttlS: 600,
});

type OidcReturn = { readonly query: string; readonly cookies: string | undefined; readonly address: string };
type OidcOutcome =
  /** `confirms`: the request was made to confirm a member who is already signed in. */
  | { readonly kind: 'in'; readonly session: StartedSession; readonly confirms: boolean }
  /** The user did not complete the sign-in, or the provider does not respond. Trying again may help. */
  | { readonly kind: 'again' }
  /** The provider knows this person, but they are not an active staff member. */
  | { readonly kind: 'refused' }
  /** Too many returns from this address, so we do not call the provider. */
  | { readonly kind: 'wait' };

/** Completes the sign-in when the browser returns: signs in the identified person if they are a staff member. */
export async function finishOidcSignIn(
  ctx: Ctx,
  { query, cookies, address }: OidcReturn,
  queueMail: QueueDeviceMail,
): Promise<OidcOutcome> {
  const start = oidcCookie.read(ctx, cookies);
  if (start === undefined) return refuse(ctx, 'again', address);
  // Starting costs an attacker nothing, and each return makes us call the provider, whatever its code is.
  if (!(await recordAddressTry(ctx, 'oidc-returns', address))) return { kind: 'wait' };
  let identity: Identity;
  try {
    identity = await getIdentityGateway(ctx).finish(`${ctx.config.publicBaseUrl}${oidcCallbackPath}?${query}`, start);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error }, 'staff.identity-not-confirmed');
    return refuse(ctx, 'again', address);
  }
  // We asked the provider to sign them in again, and it must confirm that it did.
  if (start.confirms && !isFresh(ctx, identity)) return refuse(ctx, 'again', address);
  const session = await transact(ctx, async (tx) => {
    const staffId = await lockStaffMember(tx, identity);
    return staffId && startSession(tx, { staffId, method: 'oidc', cookies, fresh: isFresh(tx, identity) }, queueMail);
  });
  return session ? { kind: 'in', session, confirms: start.confirms } : refuse(ctx, 'refused', address);
}

/** Whether the provider reports a sign-in a moment ago, rather than a remembered one. */
const isFresh = ({ clock }: Pick<Ctx, 'clock'>, { authenticatedAt }: Identity): boolean =>
  authenticatedAt !== undefined && addSeconds(authenticatedAt, freshS) > clock.now();

/** The staff member with this identity, locked until the transaction ends. The first sign-in binds the identity. */
async function lockStaffMember(tx: Tx, identity: Identity): Promise<string | undefined> {
  const bound = await lockStaffByIdentity(tx.db, identity);
  if (bound !== undefined) return bound.disabled_at === null ? bound.id : undefined;
  // The address is used only once, to bind the identity, and only if the provider has verified it.
  if (!identity.emailVerified || identity.email === undefined) return undefined;
  const invited = await lockStaffByEmail(tx.db, normalizeEmail(identity.email));
  if (invited === undefined || invited.disabled_at !== null) return undefined;
  if (invited.oidc_subject === null) updateIdentity(tx.db, invited.id, identity);
  // Another window may have bound them in the meantime.
  else if (invited.oidc_issuer !== identity.issuer || invited.oidc_subject !== identity.subject) return undefined;
  return invited.id;
}

/** Records the refusal, with a limit: a client can send returns as often as it likes. */
async function refuse(ctx: Ctx, kind: 'again' | 'refused', address: string): Promise<OidcOutcome> {
  if (await recordAddressTry(ctx, 'oidc', address)) await recordRefusedSignIn(ctx, { address, reason: 'oidc' });
  return { kind };
}

const recordAddressTry = async (ctx: Ctx, what: 'oidc' | 'oidc-returns', address: string): Promise<boolean> =>
  (await realm.countTry(ctx, `${what}/${addressBucket(address)}`, { windowS: tryWindowS, max: addressTriesMax })) !==
  undefined;

function getIdentityGateway({ config }: Ctx): IdentityGateway {
  const gateway = findIdentityGateway(config);
  if (gateway === undefined) throw notFound();
  return gateway;
}

type Asked = {
  /** True when a signed-in member confirms who they are: the provider must ask them to sign in again. */
  readonly confirms: boolean;
};

/** Sends the browser to the identity provider. An encrypted cookie holds the state that must return unchanged. */
export async function startOidcSignIn(ctx: Ctx, { confirms }: Asked): Promise<{ url: string; cookie: string }> {
  const callback = `${ctx.config.publicBaseUrl}${oidcCallbackPath}`;
  const { url, start } = await getIdentityGateway(ctx).start(callback, { again: confirms });
  return { url, cookie: oidcCookie.write(ctx, { ...start, confirms }) };
}
