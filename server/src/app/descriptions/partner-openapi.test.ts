import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { inlineReferences } from '#test/http/inline-references';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, givenSignedCredential, partnerOperations } from '#testing/partners';
import { givenEnrollment } from '#testing/memberships';
import { givenReferral, syntheticVin } from '#testing/referrals';
import { ownErrorCodes } from './partner-error-codes.ts';
import { partnerOperations as methodNames } from '#app/openapi/partner-names';
import { neutralBase } from '#app/openapi/recorded-examples';

type Schema = Readonly<Record<string, unknown>>;
type Media = {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Record<string, { value: unknown }>;
};
type Response = {
  readonly description: string;
  readonly headers?: object;
  readonly content: Readonly<Record<string, Media>>;
};
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { name: string; in: string; required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response & { readonly $ref?: string }>>;
};
type Document = {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly components: { readonly responses: Readonly<Record<string, Response>>; readonly securitySchemes: object };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
type Described = {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
};

let harness: Harness;
let routes: ServedRoute[];
/** The description as served, and with all references resolved. */
let served: Document;
let document: Document;
let operations: Described[];

beforeAll(async () => {
  const started = await collectRoutes(() => startHarness({ PUBLIC_BASE_URL: neutralBase }));
  ({ started: harness, routes } = started);
  served = (await harness.call('GET', '/developers/gap/openapi.json')).body;
  document = inlineReferences(served);
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
});
afterAll(() => harness.close());

/** Every schema inside a schema, itself included. */
function within(schema: unknown): Schema[] {
  if (schema === null || typeof schema !== 'object') return [];
  const parts = Object.values(schema).flatMap(within);
  return Array.isArray(schema) ? parts : [schema as Schema, ...parts];
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
for (const format of ['email', 'uri', 'date', 'date-time']) ajv.addFormat(format, true);
ajv.addKeyword('discriminator');

const responseOf = ({ responses }: Operation, status: string): Response =>
  responses[status] ?? { description: '', content: {} };

/** Each code has an example with its name. */
const codesAt = (operation: Operation, status: string): string[] =>
  Object.keys(responseOf(operation, status).content?.['application/problem+json']?.examples ?? {});

describe('the partner interface description', () => {
  it('the description is OpenAPI 3.1 and stored in the repository as served', () => {
    expect([document.openapi, document.info.title]).toEqual(['3.1.0', 'Partner Referral and Membership API']);
    const committed = readFileSync(new URL('../../../../openapi/partner.json', import.meta.url), 'utf8');
    expect(JSON.parse(committed)).toEqual(served);
  });

  it("the description has exactly the contract's operations and the surface's routes", () => {
    const names = operations.map(({ name }) => name).sort();
    const mounted = routes
      .filter(({ path }) => path.startsWith('/api/gap/'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(names).toEqual(mounted.sort());
    expect(names).toEqual(partnerOperations.map(({ name }) => name.replace(' ', ' /api/gap/v1')).sort());
  });

  it('the description gives each operation a name and an explanation', () => {
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    const known = Object.keys(methodNames);
    expect(Object.keys(ownErrorCodes).filter((name) => !known.includes(name))).toEqual([]);
    for (const { method, path, operation } of operations) {
      expect(operation.summary).toMatch(/^[A-Z].+\.$/);
      const parameters = (operation.parameters ?? []).map(({ name, in: place }) => `${place} ${name}`);
      expect([path, parameters.includes('path id')]).toEqual([path, path.includes('{id}')]);
      expect([path, parameters.includes('header Idempotency-Key')]).toEqual([path, method !== 'GET']);
    }
  });

  it('the description lists exactly the credentials that each operation accepts', async () => {
    const { key: token, institutionId } = await givenPartner(harness);
    const active = await givenSignedCredential(harness, { institutionId });
    const pending = await givenSignedCredential(harness, { institutionId, pending: true });
    for (const { method, path, operation } of operations) {
      const target = path.replace('{id}', pending.id);
      const call = method === 'GET' ? {} : { body: { challenge: pending.challenge } };
      const bearer = await harness.call(method, target, { token, ...call });
      const signed = await (path.includes('/credentials/') ? pending : active).call(method, target, call);
      const isTaken = ({ status }: Answer) => status !== 401 && status !== 403;
      expect([path, operation.security]).toEqual([
        path,
        [...(isTaken(bearer) ? [{ bearerKey: [] }] : []), ...(isTaken(signed) ? [{ signedRequest: [] }] : [])],
      ]);
    }
    const [verify] = operations.filter(({ operation }) => operation.operationId === 'verifyCredential');
    expect(verify?.operation.security).toEqual([{ signedRequest: [] }]);
  });

  it('the description lists credential and throttling errors for every operation', () => {
    for (const { operation } of operations) {
      expect(codesAt(operation, '401')).toContain('signature_profile_invalid');
      expect(codesAt(operation, '429')).toContain('auth_failures_throttled');
      for (const [status] of Object.entries(operation.responses)) {
        const { description, content, headers } = responseOf(operation, status);
        // Documented, but not available yet.
        if (status === '2XX') continue;
        const type = Number(status) < 400 ? 'application/json' : 'application/problem+json';
        expect([status, Object.keys(content)]).toEqual([status, [type]]);
        expect(description).toMatch(/./);
        const waits = codesAt(operation, status).some((code) => /throttled|rate_limited|in_progress/.test(code));
        expect([status, 'Retry-After' in (headers ?? {})]).toEqual([status, waits]);
      }
    }
  });

  it('the description has closed objects only, and schemas that compile', () => {
    // Events may gain members; a problem may have members of its operation.
    const open = (schema: Schema) => schema['type'] === 'object' && schema['additionalProperties'] !== false;
    for (const { name, operation } of operations) {
      const requests = Object.values(operation.requestBody?.content ?? {});
      const answers = Object.keys(operation.responses)
        .filter((status) => status.startsWith('2'))
        .flatMap((status) => Object.values(responseOf(operation, status).content ?? {}));
      const found = [...requests, ...answers].flatMap(({ schema }) => within(schema).filter(open));
      expect([name, found.length > 0]).toEqual([name, operation.operationId === 'listEvents']);
      for (const { schema } of [...requests, ...answers]) expect(() => ajv.compile(schema)).not.toThrow();
    }
    for (const { content } of Object.values(document.components.responses)) {
      const { schema } = content['application/problem+json']!;
      expect(() => ajv.compile(schema)).not.toThrow();
    }
  });
});

/** The examples of an operation's body. */
function examplesOf({ requestBody }: Operation): unknown[] {
  const media = requestBody?.content['application/json'];
  if (media === undefined) return [];
  return media.example === undefined ? Object.values(media.examples ?? {}).map(({ value }) => value) : [media.example];
}

/** Sends an example as a reader would: about an existing object, with the real challenge. */
async function sendExample({ method, path, operation }: Described, example: unknown): Promise<Answer> {
  if (operation.operationId === 'verifyCredential')
    return (await givenSignedCredential(harness, { pending: true })).activate();
  const { key: token } = await givenPartner(harness);
  if (operation.operationId === 'reportLoss') {
    const { vin } = example as { vin: string };
    await givenEnrollment(harness, token, { vehicle: { vin }, effective_on: '2026-10-20' });
  }
  const given = path.includes('/enrollments/{id}') ? givenEnrollment : givenReferral;
  const id = path.includes('{id}') ? (await given(harness, token)).id : '';
  return harness.call(method, path.replace('{id}', id), { token, body: example });
}

function expectDescribed({ name, operation }: Described, { status, body }: Answer): void {
  const media = responseOf(operation, String(status)).content[
    status < 400 ? 'application/json' : 'application/problem+json'
  ];
  expect([name, status, media !== undefined]).toEqual([name, status, true]);
  expect([name, ajv.validate(media?.schema ?? false, body), ajv.errorsText()]).toEqual([name, true, 'No errors']);
}

describe('the examples of the partner interface description', () => {
  it('every operation with a body has an example', () => {
    const without = operations
      .filter(({ method, operation }) => method !== 'GET' && examplesOf(operation).length === 0)
      .map(({ name }) => name);
    // Documented, but not available yet.
    expect(without).toEqual(['POST /api/gap/v1/signature-check']);
  });

  it('examples match their own schemas and are accepted by the server, whose responses match theirs', async () => {
    for (const described of operations) {
      const { name, operation } = described;
      for (const example of examplesOf(operation)) {
        expect([name, ajv.validate(operation.requestBody!.content['application/json']!.schema, example)]).toEqual([
          name,
          true,
        ]);
        const answer = await sendExample(described, example);
        expect([name, Math.floor(answer.status / 100)]).toEqual([name, 2]);
        expectDescribed(described, answer);
      }
    }
  });
});

describe('responses of the partner interface', () => {
  it('responses of read operations match the description', async () => {
    const { key: token } = await givenPartner(harness);
    const referral = await givenReferral(harness, token, { external_ref: syntheticVin() });
    const enrollment = await givenEnrollment(harness, token);
    const staff = await givenStaffToken(harness);
    const review = { token: staff, body: { status: 'in_review' } };
    await harness.call('POST', `/api/staff/v1/referrals/${referral.id}/review`, review);
    const reads = operations.filter(({ method }) => method === 'GET');
    expect(reads).toHaveLength(10);
    for (const described of reads) {
      const id = described.path.includes('/plans/') ? enrollment.id : referral.id;
      const answer = await harness.call('GET', described.path.replace('{id}', id), { token });
      expect([described.name, answer.status]).toEqual([described.name, 200]);
      expectDescribed(described, answer);
    }
  });

  it('error responses match the description, for every operation', async () => {
    const { key: token } = await givenPartner(harness);
    const reader = await givenPartner(harness, { role: 'read_only' });
    const seen = new Set<string>();
    const look = (described: Described, answer: Answer) => {
      if (answer.status < 400) return;
      expectDescribed(described, answer);
      seen.add(answer.body.code);
    };
    for (const described of operations) {
      const path = described.path.replace('{id}', 'none');
      const body = described.method === 'GET' ? {} : { body: { nonsense: 1 } };
      const text = described.method === 'GET' ? {} : { raw: 'x', headers: { 'content-type': 'text/plain' } };
      const large = described.method === 'GET' ? {} : { raw: ' '.repeat(1_048_577) };
      const named = { ...body, headers: { 'idempotency-key': 'a b' } };
      for (const options of [{}, { token, ...body }, { token, ...text }, { token, ...large }, { token, ...named }]) {
        const answer = await harness.call(described.method, `${path}?nonsense=1`, options);
        look(described, answer);
      }
      const read = await harness.call(described.method, path, { token: reader.key, ...body });
      look(described, read);
    }
    expect(seen.size).toBeGreaterThan(8);
  });
});
