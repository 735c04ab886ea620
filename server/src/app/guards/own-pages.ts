import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { isOwnOrigin } from '#modules/staff';
import { AppError } from '#platform/errors';

const safeMethods = new Set(['GET', 'HEAD']);

export const isSafe = ({ method }: FastifyRequest): boolean => safeMethods.has(method);

/** A browser sends its cookie with every request; only our own pages may use it to change something. */
export function refuseOtherSites(
  { headers, ctx, routeOptions }: FastifyRequest,
  pages: 'board' | 'portal' | 'agent console',
): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  const carriesBody = headers['content-type'] !== undefined || headers['transfer-encoding'] !== undefined;
  const { config } = routeOptions;
  const isExpected = !carriesBody || type.trim().toLowerCase() === expectedType(config);
  const isOwn = isOwnOrigin(headers, ctx.config.publicBaseUrl);
  if (isExpected && isOwn) return;
  if (isOwn && (config.takesFiles === true || config.takesBytes === true))
    throw new AppError('unsupported_media_type', `The body must be ${expectedType(config)}.`, { status: 415 });
  throw new AppError('foreign_request', `This was not asked for by a page of the ${pages}.`, { status: 403 });
}

function expectedType({ takesFiles, takesBytes, takesForms }: FastifyContextConfig): string {
  if (takesForms === true) return 'application/x-www-form-urlencoded';
  if (takesBytes === true) return 'application/octet-stream';
  return takesFiles === true ? 'multipart/form-data' : 'application/json';
}
