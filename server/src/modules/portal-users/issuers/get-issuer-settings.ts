import type { Ctx } from '#context';
import { foreignDomains, domainOf, issuerCallbackPath } from './rules.ts';
import type { Issuer, IssuerSettings } from './schemas.ts';
import { findIssuerRow, listHeadAddresses, type IssuerRow } from './store.ts';

/** The institution's provider as it is set up, without its secret, and what is needed to set one up. */
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
