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
          'Send every vehicle that is to be enrolled, each row as the body of POST /plans/enrollments. Compared by VIN: what is new is created, what differs updated, what is active and not in the roster canceled; vehicles with a reported loss are kept. All or nothing: one row that breaks a rule, or a VIN twice, is 400 with the first 100 issues. More than ten cancellations and more than 20 percent of the active ones are 409 roster_cancel_threshold, until confirm_cancel_count says that they are meant. Begin with mode dry_run.',
        querystring,
        response: { 200: rosterSyncSchema },
      },
    },
    async (request, reply) => {
      const form = formOf(request);
      refuseOversized(request, form.bytes);
      const bytes = watched(request.checkedBody(form.bytes));
      const upload = { read: form.read, chunks: bytes.chunks, maxRows: form.rows };
      const owner = ownerOfCall(request.ctx);
      return sendAnswered(reply, await syncRoster(request.ctx, { owner, upload, named: () => nameOf(request, bytes) }));
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

/** The body's bytes as they pass, and in the end their fingerprint. */
function watched(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { chunks: chunks(), fingerprint: () => hash.digest() };
}

/** Named by its bytes: an object of half a gigabyte has no canonical form worth making. */
function nameOf(request: FastifyRequest, bytes: { fingerprint(): Buffer }): NamedRequest | undefined {
  if (request.idempotencyKey === undefined) return undefined;
  const { institutionId, livemode } = requirePartner(request.ctx.actor);
  const fingerprint = createHash('sha256').update(request.originalUrl).update(bytes.fingerprint()).digest();
  return { scope: `gap/${institutionId}/${livemode ? 'live' : 'test'}`, key: request.idempotencyKey, fingerprint };
}
