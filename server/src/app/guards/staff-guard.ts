import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireRole, requireStaff, type StaffRole } from '#actor';
import type { Ctx } from '#context';
import { actAsStaff, authenticateStaff, isInScopes, isOwnOrigin } from '#modules/staff';
import { createAuditedDatabase, finishAuditRecord, startAuditRecord, type AuditRecord } from '#modules/audit';
import type { Database } from '#platform/db';
import { AppError } from '#platform/errors';

const unaudited = new Set(['access.get-staff-me']);

/** The lowest role that may call a route: what its config says, otherwise administrator. */
export const requiredRole = ({ role }: { readonly role?: StaffRole | undefined }): StaffRole => role ?? 'administrator';

declare module 'fastify' {
  interface FastifyRequest {
    auditRecord: { readonly record: AuditRecord; readonly db: Database } | undefined;
  }
}

const scopeRequired = () =>
  new AppError('scope_required', 'This token has no scope for this operation.', { status: 403 });

const safeMethods = new Set(['GET', 'HEAD']);

/** One guard for the whole staff surface: identity, same-origin check, role, and a row in the audit trail. */
export function guardStaff(surface: FastifyInstance): void {
  surface.decorateRequest('auditRecord', undefined);
  surface.addHook('onRequest', async (request) => {
    const { authorization, cookie } = request.headers;
    const { ctx } = request;
    const actor = await authenticateStaff(ctx, authorization, cookie);
    const role = requiredRole(request.routeOptions.config);
    request.ctx = actAsStaff(ctx, actor, role);
    const { operation, audited } = request.routeOptions.config;
    const safe = safeMethods.has(request.method);
    if (audited !== false && !unaudited.has(operation ?? '')) startRecord(request, ctx, safe ? 'view' : 'action');
    if (!safe && authorization === undefined) refuseOtherSites(request);
    requireRole(actor, role);
    if (!isInScopes(actor.scopes, { operation: operation ?? '', reads: safe })) throw scopeRequired();
  });
  surface.addHook('onSend', async ({ auditRecord, ctx }, reply) => {
    if (auditRecord === undefined) return;
    const { record, db } = auditRecord;
    const parts = { ...ctx, db };
    if (reply.statusCode < 400) await finishAuditRecord(parts, record);
    if (reply.statusCode === 403)
      await finishAuditRecord(parts, { ...record, entry: { ...record.entry, kind: 'refused' } });
  });
}

/** What a refused request leaves in the trail is written by `base`, which does not ask for the credential again. */
function startRecord(request: FastifyRequest, base: Ctx, kind: 'view' | 'action'): void {
  const { ctx } = request;
  const actor = requireStaff(ctx.actor);
  const record = startAuditRecord(actor, {
    kind,
    operation: request.routeOptions.config.operation ?? 'unknown',
    staffId: actor.staffId,
    credentialId: actor.credentialId,
    // The last id of the path is the subject of the call; those before it are its parents.
    subjectId: Object.values(request.params as Record<string, string>).at(-1),
    requestId: request.id,
  });
  request.auditRecord = { record, db: base.db };
  if (kind === 'action') request.ctx = { ...ctx, db: createAuditedDatabase(ctx, record) };
}

/** A browser sends its cookie with every request; only our own pages may use it to change something. */
function refuseOtherSites({ headers, ctx, routeOptions }: FastifyRequest): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  const carriesBody = headers['content-type'] !== undefined || headers['transfer-encoding'] !== undefined;
  const expected = routeOptions.config.takesFiles === true ? 'multipart/form-data' : 'application/json';
  const ours = !carriesBody || type.trim().toLowerCase() === expected;
  if (ours && isOwnOrigin(headers, ctx.config.publicBaseUrl)) return;
  throw new AppError('foreign_request', 'This was not asked for by a page of the board.', { status: 403 });
}
