import type { Response } from './document-types.ts';

type Name = 'X-Request-Id' | 'Retry-After' | 'WWW-Authenticate' | 'ETag' | 'Idempotent-Replayed';

/** Headers of our answers that a client may want to read. */
export const answerHeaders: Readonly<Record<Name, NonNullable<Response['headers']>[string]>> = {
  'X-Request-Id': { description: 'the id of this request, for questions to us', schema: { type: 'string' } },
  'Retry-After': { description: 'whole seconds to wait', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'the scheme that is asked for', schema: { type: 'string' } },
  ETag: {
    description: 'send it as If-None-Match: 304 without a body means that nothing has changed',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'true if this is the first response again, to the same Idempotency-Key; absent otherwise',
    schema: { type: 'string', enum: ['true'] },
  },
};
