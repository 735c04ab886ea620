import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireRole, requireStaff, type StaffActor, type StaffRole } from '#actor';
import type { Ctx } from '#context';
import { actAsStaff, authenticateStaff, confirmationRequired, isInScopes } from '#modules/staff';
import { createAuditedDatabase, finishAuditRecord, startAuditRecord, type AuditRecord } from '#modules/ledger';
import type { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { isSafe, refuseOtherSites } from './own-pages.ts';

const unaudited = new Set(['access.get-staff-me']);

/** The lowest role that may call a route: the one in its config, otherwise administrator. */
export const requiredRole = ({ role }: { readonly role?: StaffRole | undefined }): StaffRole => role ?? 'administrator';

declare module 'fastify' {
  interface FastifyRequest {
    auditRecord: { readonly record: AuditRecord; readonly db: Database } | undefined;
  }
}

const scopeRequired = () =>
  new AppError('scope_required', 'This token has no scope for this operation.', { status: 403 });

/** One guard for the complete staff surface: identity, same-origin check, role, confirmation, and an audit row. */
export function guardStaff(surface: FastifyInstance): void {
  surface.decorateRequest('auditRecord', undefined);
  surface.addHook('onRequest', async (request) => {
    const { authorization, cookie } = request.headers;
    const { ctx } = request;
    const actor = await authenticateStaff(ctx, authorization, cookie);
    const role = requiredRole(request.routeOptions.config);
    request.ctx = actAsStaff(ctx, actor, role);
    const { operation, audited } = request.routeOptions.config;
    const safe = isSafe(request);
    if (audited !== false && !unaudited.has(operation ?? '')) startRecord(request, ctx, safe ? 'view' : 'action');
    if (!safe && authorization === undefined) refuseOtherSites(request, 'board');
    requireRole(actor, role);
    // A token is not an unattended browser, so it needs no confirmation, and can give none.
    const { fresh } = request.routeOptions.config;
    if (fresh !== undefined && authorization === undefined) requireFresh(ctx, actor);
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

function requireFresh({ clock }: Ctx, { freshUntil }: StaffActor): void {
  if (freshUntil === undefined || freshUntil <= clock.now()) throw confirmationRequired();
}

/** The audit row of a refused request is written by `base`, which does not check the credential again. */
function startRecord(request: FastifyRequest, base: Ctx, kind: 'view' | 'action'): void {
  const { ctx } = request;
  const actor = requireStaff(ctx.actor);
  const params = request.params as Readonly<Record<string, string>>;
  const record = startAuditRecord(actor, {
    kind,
    operation: request.routeOptions.config.operation ?? 'unknown',
    staffId: actor.staffId,
    credentialId: actor.credentialId,
    // The last id of the path is the subject of the call; those before it are its parents.
    subjectId: Object.values(params).at(-1),
    requestId: request.id,
    // Staff changes at an institution are in that institution's own trail too.
    institutionId: kind === 'action' ? params['institution_id'] : undefined,
  });
  request.auditRecord = { record, db: base.db };
  if (kind === 'action') request.ctx = { ...ctx, db: createAuditedDatabase(ctx, record) };
}
