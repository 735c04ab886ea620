import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { partnerProblems, type ProblemEntry } from '#lib/problems';
import type { Config } from '#platform/config';
import { problemBody } from '#platform/http';
import { describeSurface } from './openapi.ts';
import { codesOf, type DescribedRoute } from './partner-codes.ts';

const catalogue: Readonly<Record<string, ProblemEntry>> = partnerProblems;

/** The codes that a route can answer, by status, in the catalogue's order. */
function byStatus(route: DescribedRoute): ReadonlyMap<number, readonly string[]> {
  const codes = codesOf(route);
  const entries = Object.entries(catalogue).filter(([code]) => codes.has(code));
  return new Map(
    [...Map.groupBy(entries, ([, { status }]) => status)].map(([status, of]) => [status, of.map(([code]) => code)]),
  );
}

/** A problem body of that status, with the catalogue's own example of each code. */
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

/** A whole body as it could be sent. */
export const exampleOf = ({ code, status, when, members = {} }: ProblemEntry & { code: string }, base: string) =>
  problemBody(
    { code, status, message: when, details: members },
    { publicBaseUrl: base, instance: '/api/gap/v1/referrals', requestId: 'req_0Ai1jZkB0000000000000000' },
  );

const keyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description: 'The same key with the same request is answered once; needed where the request is signed.',
    }),
  ),
});

/** The description, with each refusal said once and named by its status wherever it is the same. */
export async function describePartnerSurface(surface: FastifyInstance, config: Config): Promise<() => object> {
  const describe = await describePlainly(surface, config);
  return () => shareProblems(describe() as Document);
}

type Response = { readonly content?: Readonly<Record<string, unknown>> };
type Operation = { readonly responses: Record<string, Response | { readonly $ref: string }> };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
};

function shareProblems(plain: Document): object {
  const document = structuredClone(plain);
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
  return { ...document, components: { ...document.components, responses } };
}

const describePlainly = (surface: FastifyInstance, about: Config): Promise<() => object> =>
  describeSurface(surface, {
    config: about,
    title: 'Partner Referral and Membership API',
    version: '1.1.0',
    description: 'Refer borrowers, follow each to settlement, and read events, reviews and analytics.',
    securitySchemes: {
      bearerKey: { type: 'http', scheme: 'bearer', description: 'a key that begins gap_live_ or gap_test_' },
      signedRequest: {
        type: 'apiKey',
        in: 'header',
        name: 'Signature-Input',
        description:
          'RFC 9421 by the profile gap-v2: Signature-Input, Signature, X-SVC-Environment, on POST and PATCH also Content-Digest and Idempotency-Key',
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
