/** A refusal by the service, with its reason. Made by factories in errors.ts files and rendered once per surface. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly status: number;
  /** Members that the contract adds to the error body, such as `issues`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whole seconds to wait, sent as Retry-After. */
  readonly retryAfterS: number | undefined;
  /** The exhausted limit, where clients may see it. */
  readonly limit: PublicLimit | undefined;

  constructor(code: string, message: string, options: AppErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.details = options.details ?? {};
    this.retryAfterS = options.retryAfterS;
    this.limit = options.limit;
  }
}

/** A limit as shown to clients. */
export type PublicLimit = { readonly name: string; readonly points: number; readonly windowS: number };

type AppErrorOptions = {
  readonly status: number;
  readonly limit?: PublicLimit | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterS?: number;
  readonly cause?: unknown;
};

/** One field-level problem; `path` is the dotted name of the member. */
export type Issue = { readonly path: string; readonly message: string };

export const validationFailed = (issues: readonly Issue[]) =>
  new AppError('validation_failed', 'The request does not follow the rules of this operation.', {
    status: 400,
    details: { issues },
  });

export const invalidCursor = () => validationFailed([{ path: 'cursor', message: 'is not a cursor of this list' }]);

/** The message of an issue for a text that cannot be stored. */
export const notText = 'holds a character that is not text';

export const malformedBody = (message: string) =>
  new AppError('malformed_body', message, { status: 400, details: { issues: [{ path: '', message }] } });

export const payloadTooLarge = () => new AppError('payload_too_large', 'The body is too large.', { status: 413 });

export const unauthorized = () => new AppError('unauthorized', 'A valid credential is required.', { status: 401 });

export const notFound = (message = 'There is nothing at this address.') =>
  new AppError('not_found', message, { status: 404 });

export const forbidden = () => new AppError('forbidden', 'This credential may not do that.', { status: 403 });

export const rateLimited = (retryAfterS: number, limit?: PublicLimit) =>
  new AppError('rate_limited', 'Too many requests; wait before the next one.', { status: 429, retryAfterS, limit });

/** An export is complete or refused, because a truncated export would look complete. */
export const exportTooLarge = (message: string) => new AppError('export_too_large', message, { status: 409 });

/** HTTP 507, a constant because no error code of ours stands for this status alone. */
const insufficientStorage = 507;

/** No space is left for another file. Succeeds once an operator makes space; the rest of the service works. */
export const storageFull = (cause?: unknown) =>
  new AppError('internal_error', 'There is no space for files at the moment; please send it again later.', {
    status: insufficientStorage,
    retryAfterS: 600,
    cause,
  });

/** HTTP 503, a constant for the same reason. */
const serviceUnavailable = 503;

/** The request is valid and can succeed when sent again. */
export const unavailable = (message: string, { retryAfterS, cause }: { retryAfterS: number; cause?: unknown }) =>
  new AppError('internal_error', message, { status: serviceUnavailable, retryAfterS, cause });

/** How an external service failed: it refused, did not answer, or answered with something invalid. */
type GatewayFailure = 'refused' | 'unavailable' | 'malformed';

export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: GatewayFailure;
  /** The service's own code, such as SMTP's 550. */
  readonly responseCode: number | undefined;
  /** Whether the failure concerns this request, or the service as a whole, for which every request fails. */
  readonly about: 'request' | 'service';
  /** The request may have succeeded, because the answer was lost. */
  readonly mayBeDone: boolean;

  constructor(kind: GatewayFailure, message: string, options: GatewayErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.responseCode = options.responseCode;
    this.about = options.about ?? 'request';
    this.mayBeDone = options.mayBeDone ?? false;
  }
}

type GatewayErrorOptions = {
  readonly cause?: unknown;
  readonly responseCode?: number;
  readonly about?: GatewayError['about'];
  readonly mayBeDone?: boolean;
};
