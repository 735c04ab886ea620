import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { partnerProblems, type ProblemEntry } from '#lib/api/problems';
import { closed } from '#lib/api/shapes';
import { visibleKeyPattern } from '#lib/network/idempotency-key';
import type { Config } from '#platform/config';
import { problemBody } from '#platform/http';
import { describeSurface } from './describe-surface.ts';
import { errorCodesOf, type DescribedRoute } from './partner-error-codes.ts';
import { partnerWebhooks } from './webhooks-openapi.ts';

const catalogue: Readonly<Record<string, ProblemEntry>> = partnerProblems;

/** The codes that a route can answer, by status, in the catalog's order. */
function byStatus(route: DescribedRoute): ReadonlyMap<number, readonly string[]> {
  const codes = errorCodesOf(route);
  const entries = Object.entries(catalogue).filter(([code]) => codes.has(code));
  return new Map(
    [...Map.groupBy(entries, ([, { status }]) => status)].map(([status, of]) => [status, of.map(([code]) => code)]),
  );
}

/** A problem body of that status, with the catalog's own example of each code. */
function problemSchema(status: number, codes: readonly string[], publicBaseUrl: string) {
  const text = Type.String();
  const entries = codes.flatMap((code) => (catalogue[code] ? [{ code, ...catalogue[code] }] : []));
  const members = Object.fromEntries(
    entries.flatMap(({ members = {} }) => Object.keys(members)).map((name) => [name, Type.Optional(Type.Any())]),
  );
  const waits = entries.some(({ retryAfter }) => retryAfter);
  return Type.Object(
    {
      error: text,
      code: Type.Enum([...codes], { type: 'string' }),
      type: text,
      title: text,
      status: Type.Literal(status),
      detail: text,
      instance: text,
      request_id: Type.String({ pattern: '^req_' }),
      ...members,
    },
    {
      description: entries.map(({ code, when }) => `${code}: ${when}`).join(' '),
      examples: entries.map((entry) => exampleOf(entry, publicBaseUrl)),
      ...(waits ? { headers: { 'Retry-After': { type: 'integer', description: 'whole seconds to wait' } } } : {}),
    },
  );
}

/** A complete example body. */
export const exampleOf = ({ code, status, when, members = {} }: ProblemEntry & { code: string }, base: string) =>
  problemBody(
    { code, status, message: when, details: members },
    { publicBaseUrl: base, instance: '/api/gap/v1/referrals', requestId: 'req_0Ai1jZkB0000000000000000' },
  );

const keyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: visibleKeyPattern.source,
      description:
        'Use a random UUID. For 24 hours, the same key with the same request returns the first response again, with the same status and body and Idempotent-Replayed: true; with a different request it is 409. Required for signed requests, recommended for all.',
    }),
  ),
});

/** The description, with each refusal defined once and referenced by its status. */
export async function describePartnerSurface(surface: FastifyInstance, config: Config): Promise<() => object> {
  const describe = await describePlainly(surface, config);
  return () => shareProblems(describe() as Document);
}

type Response = { readonly content?: Readonly<Record<string, unknown>> };
type Body = { readonly content: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>> };
type Operation = {
  readonly responses: Record<string, Response | { readonly $ref: string }>;
  requestBody?: Body & { readonly required?: boolean };
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
};

function shareProblems(plain: Document): object {
  const document = structuredClone(plain);
  describeRoster(document);
  const names = new Map<string, string>();
  const responses: Record<string, Response> = {};
  const share = (status: string, { content, ...response }: Response): { $ref: string } => {
    const problem = { ...response, content: { 'application/problem+json': content?.['application/json'] } };
    const text = JSON.stringify(problem);
    const same = [...names.values()].filter((name) => name.startsWith(`Problem${status}`)).length;
    const name = names.get(text) ?? `Problem${status}${same === 0 ? '' : `_${same + 1}`}`;
    names.set(text, name);
    responses[name] = problem;
    return { $ref: `#/components/responses/${name}` };
  };
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) >= 400) operation.responses[status] = share(status, response as Response);
    }
  }
  return { ...document, components: { ...document.components, responses }, webhooks: partnerWebhooks };
}

/** A roster is read as a stream, so no schema checks it; its rows have the schema of one enrollment. */
function describeRoster({ paths }: Document): void {
  const row = paths['/api/gap/v1/plans/enrollments']?.['post']?.requestBody?.content['application/json'];
  const operation = paths['/api/gap/v1/plans/roster-sync']?.['post'];
  if (row === undefined || operation === undefined) return;
  const roster = Type.Object(
    {
      mode: Type.Optional(
        Type.Enum(['apply', 'dry_run'], { type: 'string', description: 'default: apply; dry_run changes nothing' }),
      ),
      roster: Type.Array(Type.Unsafe(row.schema), { minItems: 1, maxItems: 100_000 }),
      confirm_cancel_count: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'would_cancel of the 409 response, to confirm that many cancellations',
        }),
      ),
    },
    closed,
  );
  const lines = Type.String({
    description:
      'One row per line, up to 1,000,000 rows and 512 MiB; mode and confirm_cancel_count are then query parameters.',
  });
  operation.requestBody = {
    required: true,
    content: {
      'application/json': { schema: roster, example: { mode: 'dry_run', roster: [row.example] } },
      'application/x-ndjson': { schema: lines, example: JSON.stringify(row.example) },
    },
  };
}

const describePlainly = (surface: FastifyInstance, about: Config): Promise<() => object> =>
  describeSurface(surface, {
    config: about,
    title: 'Partner Referral and Membership API',
    version: '1.1.0',
    description:
      'Refer borrowers, enroll vehicles in membership plans, follow each to its settlement, and read events, reviews, statements and analytics. Live and test credentials cannot see each other’s data. Errors are problem details (RFC 9457): branch on code; type is the address of a page that says what to do. Amounts are in cents, times in UTC; where a date is accepted instead of a time, it means midnight. Every JSON response to a GET has an ETag: send it as If-None-Match, and 304 without a body means that nothing has changed.',
    securitySchemes: {
      bearerKey: { type: 'http', scheme: 'bearer', description: 'a key that starts with gap_live_ or gap_test_' },
      signedRequest: {
        type: 'apiKey',
        in: 'header',
        name: 'Signature-Input',
        description:
          'RFC 9421 with the profile gap-v2: Signature-Input, Signature, X-SVC-Environment, on POST and PATCH also Content-Digest and Idempotency-Key, and no Authorization header. The developer page of this API describes it step by step.',
      },
    },
    operation: (config, method, url) => ({
      security: [{ bearerKey: [] }, { signedRequest: [] }],
      refusals: Object.fromEntries(
        [...byStatus({ config, method, url })].map(([status, codes]) => [
          status,
          problemSchema(status, codes, about.publicBaseUrl),
        ]),
      ),
      headers: method === 'POST' || method === 'PATCH' ? keyHeader : undefined,
    }),
  });
