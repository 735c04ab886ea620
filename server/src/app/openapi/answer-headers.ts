import type { Response } from './document-types.ts';

type Name = 'X-Request-Id' | 'Retry-After' | 'WWW-Authenticate' | 'ETag' | 'Idempotent-Replayed' | 'Link';

/** Headers of our answers that a client may want to read. */
export const answerHeaders: Readonly<Record<Name, NonNullable<Response['headers']>[string]>> = {
  'X-Request-Id': { description: 'the id of this request, for support questions', schema: { type: 'string' } },
  'Retry-After': { description: 'whole seconds to wait', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'the required authentication scheme', schema: { type: 'string' } },
  Link: { description: 'the page about this error, with rel="help"', schema: { type: 'string' } },
  ETag: {
    description: 'send it as If-None-Match; 304 without a body means nothing has changed',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'true if this repeats the stored response for the same Idempotency-Key; absent otherwise',
    schema: { type: 'string', enum: ['true'] },
  },
};

type Limit = {
  /** As it stands in the headers; in the sandbox of agents with sandbox- before it. */
  readonly name: string;
  /** How many calls a minute, for the example. */
  readonly points: number;
  readonly sliding?: true;
};

/** Of operations that are counted, on every answer. */
export function limitedHeaders({ name, points, sliding }: Limit): NonNullable<Response['headers']> {
  const inSandbox = sliding ? '' : `; in the sandbox the name is "sandbox-${name}"`;
  const t = sliding
    ? 'seconds until the oldest counted call expires and `r` increases'
    : 'seconds until the count resets';
  return {
    RateLimit: {
      description: `the remaining quota: the limit’s name, \`r\` remaining calls, \`t\` ${t}, such as \`"${name}";r=${points - 1};t=${sliding ? 12 : 60}\`${inSandbox}`,
      schema: { type: 'string' },
    },
    'RateLimit-Policy': {
      description: `the limit’s name and size: \`q\` calls in ${sliding ? 'any ' : ''}\`w\` seconds, such as \`"${name}";q=${points};w=60\``,
      schema: { type: 'string' },
    },
  };
}

/** The one limit of the partner interface: requests of an institution in a mode. */
export const partnerLimitHeaders = limitedHeaders({ name: 'gap', points: 600, sliding: true });
