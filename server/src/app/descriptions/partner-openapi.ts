import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { partnerProblems, type ProblemEntry } from '#lib/api/problems';
import { visibleKeyPattern } from '#lib/network/idempotency-key';
import type { Config } from '#platform/config';
import { answerHeaders, partnerLimitHeaders } from '#app/openapi/answer-headers';
import { describeSurface } from './describe-surface.ts';
import { operationsOf, reference, type Document, type Response, type Schema } from '#app/openapi/document-types';
import { partnerEventSchemas } from '#app/openapi/event-schemas';
import { finishDocument } from '#app/openapi/finish-document';
import { errorCodesOf, type DescribedRoute } from './partner-error-codes.ts';
import { partnerExamples } from '#app/openapi/recorded-examples';
import { partnerOperations, partnerPlaces, partnerTags } from '#app/openapi/partner-names';
import { problemResponse, problemSchemas, responseName } from '#app/openapi/partner-problems';
import { partnerWords } from '#app/openapi/partner-messages';
import { eventMeanings, partnerWebhooks } from './webhooks-openapi.ts';

const catalogue: Readonly<Record<string, ProblemEntry>> = partnerProblems;

/** Error codes by status. */
type Refusals = ReadonlyMap<number, readonly string[]>;

/** The error codes of a route by status, in the catalog's order. */
function byStatus(route: DescribedRoute): Refusals {
  const codes = errorCodesOf(route);
  const entries = Object.entries(catalogue).filter(([code]) => codes.has(code));
  return new Map(
    [...Map.groupBy(entries, ([, { status }]) => status)].map(([status, of]) => [status, of.map(([code]) => code)]),
  );
}

const keyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: visibleKeyPattern.source,
      description:
        'Use a random UUID. For 24 hours, the same key with the same request returns the first response again, with the same status and body and Idempotent-Replayed: true; with a different request it is 409. Required for signed requests, recommended for all.',
    }),
  ),
});

/** Facts about the routes besides their schemas, by operation. */
type RouteFacts = {
  readonly refusals: Map<string, Refusals>;
  readonly emptyBodies: Set<string>;
};

export async function describePartnerSurface(surface: FastifyInstance, config: Config): Promise<() => object> {
  const { refusals, emptyBodies }: RouteFacts = { refusals: new Map(), emptyBodies: new Set() };
  const describe = await describePlainly(surface, config, { refusals, emptyBodies });
  return () =>
    finishDocument(describe(), {
      publicBaseUrl: config.publicBaseUrl,
      operations: partnerOperations,
      tags: partnerTags,
      places: partnerPlaces,
      words: partnerWords,
      examples: partnerExamples,
      prepare: (document) => {
        describeRoster(document);
        describeRows(document);
        describeHeaders(document);
        for (const { operationId, requestBody } of operationsOf(document))
          if (requestBody !== undefined && emptyBodies.has(operationId)) requestBody.required = false;
      },
      complete: (document) => {
        shareProblems(document, refusals, config.publicBaseUrl);
        document.components.schemas = { ...document.components.schemas, ...partnerEventSchemas(eventMeanings) };
        document.webhooks = partnerWebhooks;
      },
    });
}

/** Defines each distinct refusal once, named by its codes, and refers to it from the operations. */
function shareProblems(document: Document, refusals: ReadonlyMap<string, Refusals>, publicBaseUrl: string): void {
  const responses: Record<string, Response> = {};
  const unions: Record<string, Schema> = {};
  for (const operation of operationsOf(document))
    for (const [status, codes] of refusals.get(operation.operationId) ?? []) {
      const name = responseName(status, codes, everywhere(status, refusals));
      responses[name] ??= problemResponse(codes, publicBaseUrl);
      for (const media of Object.values(responses[name].content ?? {})) {
        if (media.schema.oneOf === undefined) continue;
        // Named, because an operation with its own examples has a copy of the response.
        unions[`${name}Refusal`] = media.schema;
        media.schema = reference(`${name}Refusal`);
      }
      operation.responses[status] = { $ref: `#/components/responses/${name}` } as Response;
    }
  const all = new Set([...refusals.values()].flatMap((byCode) => [...byCode.values()].flat()));
  document.components.responses = responses;
  document.components.schemas = { ...document.components.schemas, ...problemSchemas(all), ...unions };
}

/** The codes that every response of a status can have. */
function everywhere(status: number, refusals: ReadonlyMap<string, Refusals>): ReadonlySet<string> {
  const sets = [...refusals.values()].flatMap((byCode) => byCode.get(status) ?? []).length;
  const lists = [...refusals.values()].flatMap((byCode) => (byCode.has(status) ? [byCode.get(status) ?? []] : []));
  const [first = [], ...others] = lists;
  return sets === 0 ? new Set() : new Set(first.filter((code) => others.every((list) => list.includes(code))));
}

/** Rows of a bulk call are validated one by one, so the validating schema does not describe them. */
function describeRows(document: Document): void {
  const rows = {
    'referrals.create-bulk': ['referrals', 'NewReferral'],
    'plans.enroll-bulk': ['enrollments', 'NewEnrollment'],
  };
  for (const operation of operationsOf(document)) {
    const [member, name] = rows[operation.operationId as keyof typeof rows] ?? [];
    const array = operation.requestBody?.content['application/json']?.schema.properties?.[member ?? ''];
    if (array !== undefined && name !== undefined) array.items = reference(name);
    // Events are listed as stored, so the serializing schema does not describe them.
    const events = operation.responses['200']?.content?.['application/json']?.schema.properties?.['data'];
    if (operation.operationId === 'events.list' && events !== undefined) events.items = reference('Event');
  }
}

function describeHeaders(document: Document): void {
  for (const [method, operation] of Object.values(document.paths).flatMap((methods) => Object.entries(methods))) {
    const succeeds = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    for (const [, response] of succeeds)
      response.headers = {
        'X-Request-Id': answerHeaders['X-Request-Id'],
        ...partnerLimitHeaders,
        ...(method === 'get'
          ? { ETag: answerHeaders['ETag'] }
          : { 'Idempotent-Replayed': answerHeaders['Idempotent-Replayed'] }),
      };
    if (succeeds.length === 0)
      operation.responses['2XX'] = { description: 'Not before the operation opens; until then it answers 404.' };
  }
}

/** A roster is read as a stream, so no schema checks it; its rows have the schema of one enrollment. */
function describeRoster({ paths }: Document): void {
  const row = paths['/api/gap/v1/plans/enrollments']?.['post']?.requestBody?.content['application/json'];
  const operation = paths['/api/gap/v1/plans/roster-sync']?.['post'];
  if (row === undefined || operation === undefined) return;
  const roster: Schema = {
    type: 'object',
    required: ['roster'],
    properties: {
      mode: { type: 'string', enum: ['apply', 'dry_run'], description: 'default: apply; dry_run changes nothing' },
      roster: { type: 'array', items: reference('NewEnrollment'), minItems: 1, maxItems: 100_000 },
      confirm_cancel_count: {
        type: 'integer',
        minimum: 0,
        description: 'would_cancel of the 409 response, to confirm that many cancellations',
      },
    },
    additionalProperties: false,
  };
  const lines: Schema = {
    type: 'string',
    description:
      'One row per line, up to 1,000,000 rows and 512 MiB; mode and confirm_cancel_count are then query parameters.',
  };
  operation.requestBody = {
    required: true,
    content: {
      'application/json': { schema: roster, example: { mode: 'dry_run', roster: [row.example] } },
      'application/x-ndjson': { schema: lines, example: `${JSON.stringify(row.example)}\n` },
    },
  };
}

const describePlainly = (
  surface: FastifyInstance,
  about: Config,
  { refusals, emptyBodies }: RouteFacts,
): Promise<() => object> =>
  describeSurface(surface, {
    config: about,
    title: 'Partner Referral and Membership API',
    version: '1.1.0',
    description:
      'Refer borrowers, enroll vehicles in membership plans, follow each to its settlement, and read events, reviews, statements and analytics. Live and test credentials cannot see each other’s data. Errors are problem details (RFC 9457): branch on code; type is the address of a page that says what to do. A null in a request is refused unless the member may be null: leave out what you do not have. Amounts are in cents, times in UTC; where a date is accepted instead of a time, it means midnight. Every JSON response to a GET has an ETag: send it as If-None-Match, and 304 without a body means that nothing has changed.',
    securitySchemes: {
      bearerKey: { type: 'http', scheme: 'bearer', description: 'a key that starts with gap_live_ or gap_test_' },
      signedRequest: {
        type: 'http',
        scheme: 'signature',
        description:
          'RFC 9421 with the profile gap-v2: Signature-Input, Signature, X-SVC-Environment, on POST and PATCH also Content-Digest and Idempotency-Key, and no Authorization header. Step by step: /developers/guides/signing.',
      },
    },
    operation: (config, method, url) => {
      refusals.set(config.operation ?? '', byStatus({ config, method, url }));
      if (config.guard?.bodyMayBeEmpty) emptyBodies.add(config.operation ?? '');
      return {
        // The request that activates a credential must be signed with it, so a bearer key does not work.
        security: [...(config.guard?.activates ? [] : [{ bearerKey: [] }]), { signedRequest: [] }],
        refusals: {},
        headers: method === 'POST' || method === 'PATCH' ? keyHeader : undefined,
      };
    },
  });
