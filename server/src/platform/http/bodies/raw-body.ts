import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, malformedBody, payloadTooLarge } from '#platform/errors';
import { parseJson } from './json-body.ts';

/** Runs before validation where all members are optional, so that the body is optional too. */
export const noBodyIsEmpty = async (request: FastifyRequest): Promise<void> => {
  request.body ??= {};
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The declared media type, on surfaces that check it only after authentication. */
    announcedType: string | undefined;
  }
}

/** Keeps bodies as received, whatever their declared type: the bytes that a signature's digest covers. */
export function readRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
  app.decorateRequest('announcedType', undefined);
  app.addHook('onRequest', async (request) => {
    request.announcedType = request.headers['content-type'];
    // The framework would refuse an unknown media type before the client is authenticated.
    if (request.announcedType !== undefined) request.headers['content-type'] = 'application/octet-stream';
  });
}

/** For routes that read the body as a stream. */
export function streamBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: unknown, payload: Readable) => payload);
}

/** A body with a declared length over the operation's limit is not read at all. */
export function refuseOversized(request: FastifyRequest, limit = request.routeOptions.bodyLimit): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw payloadTooLarge();
}

/** The bytes of a raw body. */
export const rawBody = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Parses a raw body, which must be a JSON object; undefined when it is empty and optional. */
export function readJsonObject(request: FastifyRequest, mayBeEmpty: boolean): unknown {
  const bytes = rawBody(request);
  if (bytes.length === 0) {
    if (mayBeEmpty) return {};
    throw malformedBody('The body is empty.');
  }
  const [type = ''] = (request.announcedType ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json')
    throw new AppError('unsupported_media_type', 'The body must be application/json.', { status: 415 });
  return parseJson(bytes);
}
