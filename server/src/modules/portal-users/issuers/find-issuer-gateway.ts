import type { Ctx } from '#context';
import { askingFetch } from '#gateways/egress';
import { createIdentityGateway, type IdentityGateway } from '#gateways/identity';
import { Secret } from '#platform/config';
import { clientSecretAad } from './rules.ts';
import { findIssuerRow, type IssuerRow } from './store.ts';

type Found = { readonly row: IssuerRow; readonly gateway: IdentityGateway };

/**
 * The provider of an institution, asked through the guard of addresses that clients chose. It is discovered anew each
 * time: sign-ins are rare, and what an institution changes holds from the next one on.
 */
export async function findIssuerGateway(ctx: Ctx, institutionId: string): Promise<Found | undefined> {
  const row = await findIssuerRow(ctx.db, institutionId);
  if (row === undefined) return undefined;
  const clientSecret = new Secret(ctx.vault.decrypt(row.sealed_client_secret, clientSecretAad(institutionId)));
  const { issuer, client_id: clientId, strengths, methods } = row;
  const gateway = createIdentityGateway(
    { issuer, clientId, clientSecret, strengths, methods },
    askingFetch(ctx.egress),
  );
  return { row, gateway };
}
