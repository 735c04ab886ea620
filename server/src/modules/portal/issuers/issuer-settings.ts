import { requirePortal } from '#actor';
import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import { GatewayError, validationFailed } from '#platform/errors';
import { issuerNotFound, issuerRefused } from '../errors.ts';
import { queueSecurityNotice } from '../portal-users.ts';
import { revokeTokensByIssuer } from '../tokens/store.ts';
import { findIssuerGateway } from './issuer-sign-in.ts';
import { clientSecretAad, domainOf, foreignDomains, issuerCallbackPath } from './rules.ts';
import type { Issuer, IssuerSettings, IssuerTest, NewIssuer } from './schemas.ts';
import {
  deleteIdentityRows,
  deleteIssuerRow,
  endIssuerSessions,
  findIssuerRow,
  listHeadAddresses,
  lockIssuerRow,
  lockRole,
  putIssuerRow,
  type IssuerRow,
} from './store.ts';

/** The institution's provider settings without the secret, and the values needed to register with a provider. */
export async function getIssuerSettings(ctx: Ctx, institutionId: string): Promise<IssuerSettings> {
  const [row, addresses] = await Promise.all([
    findIssuerRow(ctx.db, institutionId),
    listHeadAddresses(ctx.db, institutionId),
  ]);
  const named = [...new Set(addresses.map(domainOf))];
  const refused = new Set(foreignDomains(named, addresses));
  return {
    object: 'portal.issuer_settings',
    issuer: row === undefined ? null : toIssuer(ctx, row),
    redirect_uri: `${ctx.config.publicBaseUrl}${issuerCallbackPath(institutionId)}`,
    possible_domains: named.filter((domain) => !refused.has(domain)),
  };
}

const toIssuer = ({ config }: Ctx, row: IssuerRow): Issuer => ({
  object: 'portal.issuer',
  issuer: row.issuer,
  client_id: row.client_id,
  email_domains: row.email_domains,
  acr_values: row.strengths,
  amr_values: row.methods,
  new_user_role: row.new_user_role,
  redirect_uri: `${config.publicBaseUrl}${issuerCallbackPath(row.institution_id)}`,
  sign_in_url: `${config.publicBaseUrl}/portal/sign-in?organisation=${row.institution_id}`,
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
});

/**
 * Sets up or changes the institution's provider. A different issuer forgets all identities, signs out everyone who used the
 * previous one and revokes tokens made in those sessions.
 */
export async function setIssuer(ctx: Ctx, institutionId: string, input: NewIssuer): Promise<IssuerSettings> {
  await transact(ctx, async (tx) => {
    const [before, addresses] = await Promise.all([
      lockIssuerRow(tx.db, institutionId),
      listHeadAddresses(tx.db, institutionId),
    ]);
    const foreign = foreignDomains(input.email_domains, addresses);
    if (foreign.length > 0)
      throw validationFailed([
        {
          path: 'email_domains',
          message: `must be domains of your owners' and admins' own addresses, and not of public mail: ${foreign.join(', ')}`,
        },
      ]);
    const same = before?.issuer === input.issuer && before.client_id === input.client_id;
    if (!same) await requireOwner(tx, institutionId);
    // A stored secret belongs to the provider that issued it and is never sent to another.
    const kept = same ? before.encrypted_client_secret : undefined;
    const sealed =
      input.client_secret === undefined ? kept : tx.vault.encrypt(input.client_secret, clientSecretAad(institutionId));
    if (sealed === undefined)
      throw validationFailed([{ path: 'client_secret', message: 'is needed for another issuer or client' }]);
    const now = tx.clock.now();
    if (before !== undefined && before.issuer !== input.issuer) {
      deleteIdentityRows(tx.db, institutionId);
      endIssuerSessions(tx.db, institutionId, now);
      revokeTokensByIssuer(tx.db, institutionId, now);
    }
    putIssuerRow(tx.db, {
      institution_id: institutionId,
      issuer: input.issuer,
      client_id: input.client_id,
      encrypted_client_secret: sealed,
      email_domains: input.email_domains,
      strengths: input.acr_values ?? [],
      methods: input.amr_values ?? [],
      new_user_role: input.new_user_role,
      created_at: before?.created_at ?? now,
      changed_at: now,
    });
    await queueSecurityNotice(tx, institutionId, {
      subject: 'Single sign-on of your portal was changed',
      paragraphs: [
        `Single sign-on of your institution at the Makewhole partner portal was ${before === undefined ? 'set up' : 'changed'}.`,
        'Who did it is in the trail of the portal. If nobody of you meant to, remove it under Settings, Single sign-on.',
      ],
    });
  });
  return getIssuerSettings(ctx, institutionId);
}

/**
 * The person who runs the provider can sign in as any user, including an owner. The check reads the locked row, since the role
 * that admitted the request may be outdated.
 */
async function requireOwner(tx: Tx, institutionId: string): Promise<void> {
  const { userId } = requirePortal(tx.actor);
  if ((await lockRole(tx.db, institutionId, userId))?.role !== 'owner') throw issuerRefused();
}

/** Fetches the provider's metadata, as starting a sign-in does. Only a real sign-in shows whether the provider accepts our secret. */
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

/** Our own wording: the response of another server is not shown. */
const explain = (error: GatewayError): string => {
  const cause = findCause(error.cause);
  if (cause !== undefined) return `It could not be asked: ${cause.message}.`;
  return 'It does not answer as an OpenID provider of this address: /.well-known/openid-configuration must be there, as JSON, and name this issuer.';
};

/** The guard's error inside the error that the library made of it. */
function findCause(error: unknown): GatewayError | undefined {
  if (error instanceof GatewayError) return error;
  return error instanceof Error ? findCause(error.cause) : undefined;
}

/** Disables sign-in through the provider. Users who signed in with it are signed out, and the tokens they made are revoked. */
export const removeIssuer = (ctx: Ctx, institutionId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    if ((await deleteIssuerRow(tx.db, institutionId)) === undefined) throw issuerNotFound();
    deleteIdentityRows(tx.db, institutionId);
    endIssuerSessions(tx.db, institutionId, tx.clock.now());
    revokeTokensByIssuer(tx.db, institutionId, tx.clock.now());
    await queueSecurityNotice(tx, institutionId, {
      subject: 'Single sign-on of your portal was removed',
      paragraphs: [
        'Single sign-on of your institution at the Makewhole partner portal was removed. Everyone who was signed in through it is signed out, and the tokens they created, including those of paired command lines, are revoked.',
        'Who did it is in the trail of the portal.',
      ],
    });
  });
