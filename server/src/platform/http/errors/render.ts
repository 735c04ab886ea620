import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOverloaded, isUnavailable } from '#platform/db';
import { AppError, payloadTooLarge } from '#platform/errors';
import { usedUpHeaders } from '../answers/limit-headers.ts';

/** How a surface renders its errors: body, media type, and its own challenge on 401. */
export type ErrorRenderer = {
  readonly surface: string;
  render(error: AppError, request: FastifyRequest): RenderedError;
};

type RenderedError = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The framework's errors, mapped to our own codes. */
const frameworkCodes: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: payloadTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media_type', 'The body must be application/json.', { status: 415 }),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('malformed_body', 'The body is empty.', { status: 400 }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('malformed_body', 'The body does not have the announced length.', { status: 400 }),
};

/** About as long as a database takes to restart. */
const momentS = 5;

/** 503 when no request can succeed at the moment; 500 when only this one failed. */
function internal(cause: unknown): AppError {
  const away = isUnavailable(cause);
  const message = away
    ? 'The service cannot do this right now; please try again in a moment.'
    : 'Something went wrong on our side.';
  const wait = away || isOverloaded(cause) ? { retryAfterS: momentS } : {};
  return new AppError('internal_error', message, { status: away ? 503 : 500, cause, ...wait });
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return frameworkCodes[code]?.() ?? internal(error);
}

export function sendError(renderer: ErrorRenderer, reply: FastifyReply, error: AppError): FastifyReply {
  const { status, headers, body } = renderer.render(error, reply.request);
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  reply.headers(usedUpHeaders(error.limit, error.retryAfterS));
  // The rest of an oversized body is not read, so the connection cannot be reused.
  if (error.code === 'payload_too_large') reply.header('connection', 'close');
  return reply.code(status).headers(headers).send(body);
}

export const jsonHeaders = (contentType: string, challenge: string | undefined): Record<string, string> => ({
  'content-type': `${contentType}; charset=utf-8`,
  ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
});
