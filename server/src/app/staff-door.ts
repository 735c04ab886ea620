import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireRole, type StaffActor, type StaffRole } from '#actor';
import { authenticateStaff, isOwnOrigin } from '#modules/access';
import { auditedDatabase, closeRecord, openRecord, type AuditRecord } from '#modules/audit';
import type { Database } from '#platform/db';
import { AppError } from '#platform/errors';

/** Who of the team may do what. What is not listed here, and says nothing itself, is for administrators. */
const operations: Readonly<Record<Exclude<StaffRole, 'administrator'>, readonly string[]>> = {
  agent: [
    'access.get-staff-me',
    'access.list-sessions',
    'access.revoke-session',
    'checkout.deliver',
    'checkout.record-settlement',
    'consultations.list-board',
    'customers.add-do-not-contact',
    'customers.grant-discount',
    'documents.get',
    'documents.get-file',
    'intakes.get-record',
    'intakes.log-call',
    'intakes.start',
    'market.get-snapshot',
    'plans.cancel-redemption',
    'plans.complete-redemption',
    'referrals.activate',
    'referrals.close',
    'referrals.create-for',
    'referrals.decline',
    'referrals.get-record',
    'referrals.review',
    'referrals.settle',
  ],
  lead: [
    'checkout.capture-hold',
    'checkout.list-holds',
    'checkout.release-hold',
    'plans.get-statement',
    'plans.get-statement-csv',
    'plans.get-statement-pdf',
    'plans.list-statements-of',
    'plans.run-statements',
    'webhooks.get-endpoint-health',
    'webhooks.get-recovery',
    'webhooks.list-deliveries',
    'webhooks.recover-deliveries',
    'webhooks.resend-delivery',
  ],
};

const unaudited = new Set(['access.get-staff-me']);

/** The least role that may call an operation. */
export function roleFor(operation: string | undefined, own?: StaffRole): StaffRole {
  if (own !== undefined) return own;
  if (operations.agent.includes(operation ?? '')) return 'agent';
  return operations.lead.includes(operation ?? '') ? 'lead' : 'administrator';
}

declare module 'fastify' {
  interface FastifyRequest {
    auditRecord: { readonly record: AuditRecord; readonly db: Database } | undefined;
  }
}

const safeMethods = new Set(['GET', 'HEAD']);

/** One door for the whole staff surface: who it is, that their own page asks, what they may, and a row for it. */
export function guardStaff(surface: FastifyInstance): void {
  surface.decorateRequest('auditRecord', undefined);
  surface.addHook('onRequest', async (request) => {
    const { authorization, cookie } = request.headers;
    const actor = await authenticateStaff(request.ctx, authorization, cookie);
    request.ctx = { ...request.ctx, actor };
    const { operation, role, audited } = request.routeOptions.config;
    const safe = safeMethods.has(request.method);
    if (audited !== false && !unaudited.has(operation ?? '')) keepRecord(request, actor, safe ? 'view' : 'action');
    if (!safe && authorization === undefined) refuseOtherSites(request);
    requireRole(actor, roleFor(operation, role));
  });
  surface.addHook('onSend', async ({ auditRecord, ctx }, reply) => {
    if (auditRecord === undefined) return;
    const { record, db } = auditRecord;
    const parts = { ...ctx, db };
    if (reply.statusCode < 400) await closeRecord(parts, record);
    if (reply.statusCode === 403) await closeRecord(parts, { ...record, entry: { ...record.entry, kind: 'refused' } });
  });
}

function keepRecord(request: FastifyRequest, actor: StaffActor, kind: 'view' | 'action'): void {
  const { ctx } = request;
  const record = openRecord(actor, {
    kind,
    operation: request.routeOptions.config.operation ?? 'unknown',
    staffId: actor.staffId,
    credentialId: actor.credentialId,
    // The last id of an address is what the call is about; those before it say whose.
    subjectId: Object.values(request.params as Record<string, string>).at(-1),
    requestId: request.id,
  });
  request.auditRecord = { record, db: ctx.db };
  if (kind === 'action') request.ctx = { ...ctx, db: auditedDatabase(ctx, record) };
}

/** A browser sends its cookie along whoever asks; only our own pages may make it change something. */
function refuseOtherSites({ headers, ctx }: FastifyRequest): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  const carriesBody = headers['content-type'] !== undefined || headers['transfer-encoding'] !== undefined;
  const json = !carriesBody || type.trim().toLowerCase() === 'application/json';
  if (json && isOwnOrigin(headers, ctx.config.publicBaseUrl)) return;
  throw new AppError('foreign_request', 'This was not asked for by a page of the board.', { status: 403 });
}
