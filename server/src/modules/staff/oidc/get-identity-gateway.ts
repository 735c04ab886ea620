import type { Ctx } from '#context';
import { findIdentityGateway, type IdentityGateway } from '#gateways/identity';
import { notFound } from '#platform/errors';

export function getIdentityGateway({ config }: Ctx): IdentityGateway {
  const gateway = findIdentityGateway(config);
  if (gateway === undefined) throw notFound();
  return gateway;
}
