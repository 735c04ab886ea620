import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sendResponse } from '#modules/credentials';
import { rosterLimits } from '#lib/api/body-limits';
import { closed } from '#lib/api/shapes';
import { AppError, validationFailed } from '#platform/errors';
import { refuseOversized, streamBodies } from '#platform/http';
import type { IdempotencyKey } from '#platform/idempotency';
import { tenantOf } from '#modules/partners';
import type { RosterForm, RosterOptions } from './form-rules.ts';
import { rosterSyncSchema } from './schemas.ts';
import { syncRoster } from './sync-roster.ts';

const { json, lines } = rosterLimits;

/** With one row per line there is no object that could contain the options. */
const querystring = Type.Object(
  {
    mode: Type.Optional(Type.Unsafe<'apply' | 'dry_run'>(Type.Enum(['apply', 'dry_run'], { type: 'string' }))),
    confirm_cancel_count: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
  },
  closed,
);

/** The whole roster in one call. Its body is never held in memory: it is read, validated and stored as it arrives. */
export const rosterPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  streamBodies(app);
  app.post(
    '/plans/roster-sync',
    {
      bodyLimit: lines.bytes,
      config: {
        operation: 'plans.sync-roster',
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Reconcile the full roster.',
        guard: { streams: true },
      },
      schema: {
        description:
          'Send every vehicle that should be enrolled; each row is a body of POST /plans/enrollments. Rows are matched by VIN: new vehicles are created, changed ones updated, and active ones that are not in the roster canceled; vehicles with a reported loss are kept. All or nothing: one invalid row, or a VIN that occurs twice, is 400 with the first 100 issues. More than two cancellations that are more than 20 percent of the active enrollments are 409 roster_cancel_threshold, unless confirm_cancel_count confirms them. Start with mode dry_run.',
        querystring,
        response: { 200: rosterSyncSchema },
      },
    },
    async (request, reply) => {
      const { form, bytes, rows } = formOf(request);
      refuseOversized(request, bytes);
      const upload = { form, chunks: request.checkedBody(bytes), maxRows: rows };
      const tenant = tenantOf(request.ctx);
      return sendResponse(reply, await syncRoster(request.ctx, { tenant, upload, named: nameOf(request) }));
    },
  );
};

type Bounded = { readonly form: RosterForm; readonly bytes: number; readonly rows: number };

/** The format of the rows, and how many are allowed (D-116 and D-137). */
function formOf(request: FastifyRequest): Bounded {
  const [type = ''] = (request.announcedType ?? '').split(';', 1);
  const query = request.query as { mode?: RosterOptions['mode']; confirm_cancel_count?: string };
  if (type.trim().toLowerCase() === 'application/x-ndjson') {
    const { mode = 'apply', confirm_cancel_count: count } = query;
    const options = { mode, confirmCancelCount: count === undefined ? undefined : Number(count) };
    return { form: { kind: 'lines', options }, ...lines };
  }
  if (type.trim().toLowerCase() !== 'application/json')
    throw new AppError('unsupported_media_type', 'The body must be application/json or application/x-ndjson.', {
      status: 415,
    });
  const [parameter] = Object.keys(query);
  if (parameter !== undefined) throw validationFailed([{ path: parameter, message: 'is a member of the body here' }]);
  return { form: { kind: 'object' }, ...json };
}

/** The key covers the path and the contents, as for any other request (D-090). */
function nameOf(request: FastifyRequest): ((contents: Buffer) => IdempotencyKey) | undefined {
  const { idempotencyHeader, originalUrl } = request;
  if (idempotencyHeader === undefined) return undefined;
  return (contents) => ({
    ...idempotencyHeader,
    fingerprint: createHash('sha256').update(originalUrl).update(contents).digest(),
  });
}
