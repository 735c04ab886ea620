import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, malformedBody, payloadTooLarge } from '#platform/errors';
import { parseJson } from './json-body.ts';

/** Before validation, where every member is optional: then so is the body that would hold them. */
export const noBodyIsEmpty = async (request: FastifyRequest): Promise<void> => {
  request.body ??= {};
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The media type that the client declared, on surfaces that check it only after authentication. */
    announcedType: string | undefined;
  }
}

/** Bodies as they arrived, whatever their declared type: the bytes that a signature's digest covers. */
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

/** For routes that read a body as a stream: the stream itself. */
export function streamBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: unknown, payload: Readable) => payload);
}

/** A body that declares more than the operation's limit is not read at all. */
export function refuseOversized(request: FastifyRequest, limit = request.routeOptions.bodyLimit): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw payloadTooLarge();
}

/** The bytes of a body that was read raw. */
export const rawBody = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** A raw body as the JSON object it must be; undefined when there is none and it is optional. */
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
