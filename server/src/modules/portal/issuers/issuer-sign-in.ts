import type { Ctx, Tx } from '#context';
import { askingFetch } from '#gateways/egress';
import { createIdentityGateway, type Identity, type IdentityGateway, type SignInStart } from '#gateways/identity';
import { isPortalRole } from '#lib/api/portal-roles';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { Secret } from '#platform/config';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { createEncryptedCookie } from '#platform/sign-in';
import { createPortalSession, type NewPortalSession } from '../sessions/sessions.ts';
import { addUser, insertRoleAssignment, useChallenge } from '../store.ts';
import { clientSecretAad, freshSignInS, issuerCallbackPath, usableAddress } from './rules.ts';
import {
  findIssuerRow,
  insertIdentity,
  lockUserByAddress,
  lockUserByIdentity,
  shareIssuerRow,
  type IssuerRow,
} from './store.ts';

const issuerStartAad = 'portal.issuer-start';

type Start = SignInStart & { readonly institutionId: string; readonly issuer: string; readonly clientId: string };

/** Keeps the state of the request to the provider until the browser returns. */
export const issuerCookie = createEncryptedCookie<Start>({
  cookie: '__Host-makewhole-issuer',
  aad: issuerStartAad,
  ttlS: 600,
});

/** Redirects the browser to the institution's provider; undefined when there is no provider or it does not respond. */
export async function startIssuerSignIn(
  ctx: Ctx,
  institutionId: string,
): Promise<{ readonly url: string; readonly cookie: string } | undefined> {
  const found = await findIssuerGateway(ctx, institutionId);
  if (found === undefined) return undefined;
  try {
    const { url, start } = await found.gateway.start(`${ctx.config.publicBaseUrl}${issuerCallbackPath(institutionId)}`);
    const { issuer, client_id: clientId } = found.row;
    return { url, cookie: issuerCookie.write(ctx, { ...start, institutionId, issuer, clientId }) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, institution: institutionId }, 'portal.issuer-not-reached');
    return undefined;
  }
}

type IssuerReturn = {
  /** The institution whose provider returned the browser, taken from the callback address. */
  readonly institutionId: string;
  readonly query: string;
  readonly cookies: string | undefined;
};

type IssuerOutcome =
  | { readonly kind: 'in'; readonly session: NewPortalSession; readonly institutionId: string }
  /** The sign-in was not completed, or the provider did not respond. Trying again may help. */
  | { readonly kind: 'again' }
  /** The provider identified the person, but the institution does not admit them. */
  | { readonly kind: 'refused' };

/**
 * Completes the sign-in when the browser returns. An institution's provider is trusted for that institution only: the session
 * opens no other institution and no account elsewhere.
 */
export async function finishIssuerSignIn(
  ctx: Ctx,
  { institutionId, query, cookies }: IssuerReturn,
): Promise<IssuerOutcome> {
  const start = issuerCookie.read(ctx, cookies);
  // A code from another institution's provider is never passed on to the one that the sign-in started with.
  if (start === undefined || start.institutionId !== institutionId) return { kind: 'again' };
  const own = { ...ctx, db: ctx.db.seeing({ account: start.institutionId }) };
  // A return counts only once, whatever it contains, so one start cannot make us contact the provider repeatedly.
  const hash = ctx.vault.fingerprint(start.state, 'token');
  if (!(await useChallenge(own.db, hash, new Date(start.until)))) return { kind: 'again' };
  const found = await findIssuerGateway(own, start.institutionId);
  // The provider changed in the meantime: a sign-in that started with the previous one is not completed with the new one.
  if (found === undefined || !isOf(found.row, start)) return { kind: 'again' };
  let identity: Identity;
  try {
    identity = await found.gateway.finish(
      `${ctx.config.publicBaseUrl}${issuerCallbackPath(institutionId)}?${query}`,
      start,
    );
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, institution: start.institutionId }, 'portal.identity-not-confirmed');
    return { kind: 'again' };
  }
  return transact(own, async (tx): Promise<IssuerOutcome> => {
    const row = await shareIssuerRow(tx.db, institutionId);
    if (row === undefined || !isOf(row, start)) return { kind: 'again' };
    const userId = await lockUser(tx, row, identity);
    if (userId === undefined) return { kind: 'refused' };
    const fresh = isFresh(tx, row, identity);
    const session = await createPortalSession(tx, { userId, method: 'oidc', boundTo: institutionId, fresh });
    return { kind: 'in', session, institutionId };
  });
}

const isOf = ({ issuer, client_id: clientId }: IssuerRow, start: Start): boolean =>
  issuer === start.issuer && clientId === start.clientId;

/** The user of this identity, locked until the transaction ends. The first sign-in binds the identity to the user. */
async function lockUser(tx: Tx, row: IssuerRow, identity: Identity): Promise<string | undefined> {
  const { institution_id: institutionId, email_domains: domains } = row;
  const findBound = async () => {
    const bound = await lockUserByIdentity(tx.db, institutionId, identity);
    return bound && { userId: bound.disabled_at === null && bound.role !== null ? bound.user_id : undefined };
  };
  const bound = await findBound();
  if (bound !== undefined) return bound.userId;
  // The address is used once, to find or create the user, and only if the provider has verified it.
  const email = usableAddress({ ...identity, domains });
  if (email === undefined) return undefined;
  const known = await lockUserByAddress(tx.db, institutionId, email);
  const now = tx.clock.now();
  const bind = (userId: string): string => {
    const { issuer, subject } = identity;
    insertIdentity(tx.db, { institution_id: institutionId, issuer, subject, user_id: userId, created_at: now });
    return userId;
  };
  // A user with an account elsewhere needs an invitation first: an institution's provider cannot make them a member by address.
  if (known !== undefined) {
    // The user was bound while we waited for the lock: by another window with this identity, or long ago to a different identity.
    if (known.bound) return (await findBound())?.userId;
    return known.disabled_at === null && known.role !== null ? bind(known.user_id) : undefined;
  }
  const { new_user_role: role } = row;
  if (role === null || !isPortalRole(role)) return undefined;
  const userId = newId('usr', now);
  const name = email.slice(0, email.lastIndexOf('@'));
  // Another window created the user in the meantime and has committed.
  if (!(await addUser(tx.db, { id: userId, email, name, created_at: now }))) return lockUser(tx, row, identity);
  insertRoleAssignment(tx.db, {
    user_id: userId,
    institution_id: institutionId,
    role,
    by_issuer: true,
    created_at: now,
  });
  return bind(userId);
}

/** Counts as a fresh code if the institution requires an authentication strength and the user showed it recently, not days ago. */
function isFresh({ clock }: Tx, { strengths, methods }: IssuerRow, { authenticatedAt }: Identity): boolean {
  if (strengths.length === 0 && methods.length === 0) return false;
  return authenticatedAt !== undefined && addSeconds(authenticatedAt, freshSignInS) > clock.now();
}

type Found = { readonly row: IssuerRow; readonly gateway: IdentityGateway };

/**
 * The institution's provider, contacted through the guard for addresses that clients chose. It is discovered every time:
 * sign-ins are rare, and a change by the institution applies from the next one.
 */
export async function findIssuerGateway(ctx: Ctx, institutionId: string): Promise<Found | undefined> {
  const row = await findIssuerRow(ctx.db, institutionId);
  if (row === undefined) return undefined;
  const clientSecret = new Secret(ctx.vault.decrypt(row.encrypted_client_secret, clientSecretAad(institutionId)));
  const { issuer, client_id: clientId, strengths, methods } = row;
  const gateway = createIdentityGateway(
    { issuer, clientId, clientSecret, strengths, methods },
    askingFetch(ctx.egress),
  );
  return { row, gateway };
}
