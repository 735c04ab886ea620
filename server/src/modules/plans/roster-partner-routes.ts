import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requirePartner } from '#actor';
import { sendAnswered } from '#modules/access';
import { closed } from '#lib/shapes';
import { AppError, validationFailed } from '#platform/errors';
import { refuseOversized, streamBodies } from '#platform/http';
import type { NamedRequest } from '#platform/idempotency';
import { ownerOfCall } from './list-enrollments.ts';
import { readLines, readObject, type RosterOptions, type RosterReader } from './read-roster.ts';
import { rosterSyncSchema } from './schemas.ts';
import { syncRoster } from './sync-roster.ts';

const mebibyte = 1_048_576;
const json = { bytes: 64 * mebibyte, rows: 100_000 };
const lines = { bytes: 512 * mebibyte, rows: 1_000_000 };

/** With rows one per line there is no object to put the options into. */
const querystring = Type.Object(
  {
    mode: Type.Optional(Type.Unsafe<'apply' | 'dry_run'>(Type.Enum(['apply', 'dry_run'], { type: 'string' }))),
    confirm_cancel_count: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
  },
  closed,
);

/** The whole roster in one call. Its body is never held: it is read, judged and stored as it comes. */
export const rosterPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  streamBodies(app);
  app.post(
    '/plans/roster-sync',
    {
      bodyLimit: lines.bytes,
      config: {
        operation: 'plans.sync-roster',
        audience: 'partner',
        summary: 'Reconcile the full roster.',
        refusals: [400, 403, 409, 413, 415],
        door: { streams: true },
      },
      schema: {
        description:
          'Send every vehicle that is to be enrolled, each row as the body of POST /plans/enrollments. Compared by VIN: what is new is created, what differs updated, what is active and not in the roster canceled; vehicles with a reported loss are kept. All or nothing: one row that breaks a rule, or a VIN twice, is 400 with the first 100 issues. More than two cancellations that are more than 20 percent of the active ones are 409 roster_cancel_threshold, until confirm_cancel_count says that they are meant. Begin with mode dry_run.',
        querystring,
        response: { 200: rosterSyncSchema },
      },
    },
    async (request, reply) => {
      const form = formOf(request);
      refuseOversized(request, form.bytes);
      const upload = { read: form.read, chunks: request.checkedBody(form.bytes), maxRows: form.rows };
      const owner = ownerOfCall(request.ctx);
      return sendAnswered(reply, await syncRoster(request.ctx, { owner, upload, named: nameOf(request) }));
    },
  );
};

type Form = { readonly read: RosterReader; readonly bytes: number; readonly rows: number };

/** How the rows come, and how many at most (decisions 116 and 137). */
function formOf(request: FastifyRequest): Form {
  const [type = ''] = (request.announcedType ?? '').split(';', 1);
  const query = request.query as { mode?: RosterOptions['mode']; confirm_cancel_count?: string };
  if (type.trim().toLowerCase() === 'application/x-ndjson') {
    const { mode = 'apply', confirm_cancel_count: count } = query;
    const options = { mode, confirmCancelCount: count === undefined ? undefined : Number(count) };
    return { read: readLines(options), ...lines };
  }
  if (type.trim().toLowerCase() !== 'application/json')
    throw new AppError('unsupported_media_type', 'The body must be application/json or application/x-ndjson.', {
      status: 415,
    });
  const [named] = Object.keys(query);
  if (named !== undefined) throw validationFailed([{ path: named, message: 'is a member of the body here' }]);
  return { read: readObject, ...json };
}

/** Named by its address and its contents, as any other request is (decision 90). */
function nameOf(request: FastifyRequest): ((contents: Buffer) => NamedRequest) | undefined {
  const { idempotencyKey: key, originalUrl } = request;
  if (key === undefined) return undefined;
  const { institutionId, livemode } = requirePartner(request.ctx.actor);
  const scope = `gap/${institutionId}/${livemode ? 'live' : 'test'}`;
  return (contents) => ({
    scope,
    key,
    fingerprint: createHash('sha256').update(originalUrl).update(contents).digest(),
  });
}
