import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { inlineReferences } from '#test/http/inline-references';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { codeFor, freshAddress, givenAgent, registrationOf } from '#testing/agents';
import { submit } from '#testing/intakes';
import { neutralBase } from '#app/openapi/recorded-examples';

type Schema = Readonly<Record<string, unknown>>;
type Media = {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { value: unknown }>>;
};
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, string[]>>[];
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { description: string; headers?: object; content: Readonly<Record<string, Media>> }>
  >;
};
type Document = {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { url: string }[];
  readonly components: { readonly securitySchemes: Readonly<Record<string, { type: string; scheme: string }>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** The statuses that the contract lists for each operation, plus those of its error table (T3). */
const documented: Record<string, string> = {
  'GET /api/agent/v1/agreement': '200 4XX',
  'POST /api/agent/v1/recover': '202 400 429',
  'POST /api/agent/v1/recover/verify': '201 400 429',
  'POST /api/agent/v1/register': '202 400 404 409 429',
  'POST /api/agent/v1/register/verify': '201 400 404 409 410 429',
  'GET /api/agent/v1/me': '200 401',
  'POST /api/agent/v1/me/rotate-key': '201 401 429',
  'PUT /api/agent/v1/me/webhook': '200 400 401 429',
  'DELETE /api/agent/v1/me/webhook': '200 401 429',
  'POST /api/agent/v1/intakes': '200 201 400 401 404 409 429 500',
  'GET /api/agent/v1/intakes/{intake_id}': '200 401 404',
  'POST /api/agent/v1/intakes/{intake_id}/documents': '200 400 401 404 409 429 500',
};

let harness: Harness;
let routes: ServedRoute[];
/** The description as served, and with all references resolved. */
let served: Document;
let document: Document;
let operations: { name: string; path: string; method: string; operation: Operation }[];

beforeAll(async () => {
  const started = await collectRoutes(() => startHarness({ PUBLIC_BASE_URL: neutralBase }));
  ({ started: harness, routes } = started);
  served = (await harness.call('GET', '/developers/agent/openapi.json')).body;
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

const openObjects = (schema: Schema): Schema[] =>
  within(schema).filter((part) => part['type'] === 'object' && part['additionalProperties'] !== false);

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
for (const format of ['email', 'uri', 'date', 'date-time', 'binary']) ajv.addFormat(format, true);

describe('the agent interface description', () => {
  it('the description is OpenAPI 3.1 of the interface’s version 1.0.0 [A-VER-002]', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toEqual({
      title: 'Agent Intake API',
      version: '1.0.0',
      description: expect.stringMatching(/./),
      contact: { name: 'Makewhole', url: `${neutralBase}/contact` },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    });
    expect(document.servers).toEqual([
      { url: neutralBase },
      { url: `${neutralBase}/sandbox`, description: expect.stringMatching(/^The sandbox/) },
    ]);
    for (const scheme of Object.values(document.components.securitySchemes)) {
      expect(scheme).toMatchObject({ type: 'http', scheme: 'bearer' });
    }
  });

  it('the description is stored in the repository as served', () => {
    const committed = readFileSync(new URL('../../../../openapi/agent.json', import.meta.url), 'utf8');
    expect(JSON.parse(committed)).toEqual(served);
  });

  it('the description has exactly the routes of the surface, all under the version in the path [A-VER-001]', async () => {
    const mounted = routes
      .filter(({ path }) => path.startsWith('/api/agent/'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(({ name }) => name).sort()).toEqual(mounted.sort());
    for (const { method, path } of operations) {
      expect(path).toMatch(/^\/api\/agent\/v1\//);
      expect([path, (await harness.call(method, path.replace('/v1/', '/v2/'))).status]).toEqual([path, 404]);
    }
  });

  it('the description gives each operation a unique name, a sentence, and every response in the contract', () => {
    const answers = operations.map(({ name, operation }) => [name, Object.keys(operation.responses).sort().join(' ')]);
    expect(Object.fromEntries(answers)).toEqual(documented);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { operation } of operations) {
      expect(operation.summary).toMatch(/^[A-Z].+\.$/);
      for (const [status, { description, content, headers }] of Object.entries(operation.responses)) {
        expect(description).not.toBe('Default Response');
        expect(Object.keys(content)).toEqual(['application/json']);
        expect([status, 'Retry-After' in (headers ?? {})]).toEqual([status, status === '429']);
      }
    }
  });

  it('the description has closed objects only, in requests and responses, and schemas that compile', () => {
    for (const { name, operation } of operations) {
      const requests = Object.values(operation.requestBody?.content ?? {});
      const responses = Object.values(operation.responses).flatMap(({ content }) => Object.values(content));
      for (const { schema } of [...requests, ...responses]) {
        expect([name, openObjects(schema)]).toEqual([name, []]);
        expect(() => ajv.compile(schema)).not.toThrow();
      }
    }
  });

  it("the description lists each operation's credentials, path parameters and headers", () => {
    const security = Object.fromEntries(operations.map(({ name, operation }) => [name, operation.security]));
    const agent = [{ agentKey: [] }];
    expect(security).toEqual({
      'GET /api/agent/v1/agreement': [],
      'POST /api/agent/v1/recover': [],
      'POST /api/agent/v1/recover/verify': [],
      'POST /api/agent/v1/register': [],
      'POST /api/agent/v1/register/verify': [],
      'GET /api/agent/v1/me': agent,
      'POST /api/agent/v1/me/rotate-key': agent,
      'PUT /api/agent/v1/me/webhook': agent,
      'DELETE /api/agent/v1/me/webhook': agent,
      'POST /api/agent/v1/intakes': [{}, ...agent],
      'GET /api/agent/v1/intakes/{intake_id}': [{ pollToken: [] }, ...agent],
      'POST /api/agent/v1/intakes/{intake_id}/documents': [{ pollToken: [] }, ...agent],
    });
    const parameters = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? []).map((parameter) => [name, parameter.in, parameter.name, parameter.required]),
    );
    expect(parameters).toEqual([
      ['POST /api/agent/v1/intakes', 'header', 'Idempotency-Key', false],
      ['GET /api/agent/v1/intakes/{intake_id}', 'path', 'intake_id', true],
      ['POST /api/agent/v1/intakes/{intake_id}/documents', 'path', 'intake_id', true],
    ]);
  });
});

/** The examples of an operation's body. */
function examplesOf({ requestBody }: Operation): unknown[] {
  const media = requestBody?.content['application/json'];
  if (media === undefined) return [];
  return media.example === undefined ? Object.values(media.examples ?? {}).map(({ value }) => value) : [media.example];
}

/** Sends an example as a reader would: with a key where one is needed, and with the real id and code. */
async function sendExample(name: string, example: unknown): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ');
  const send = (body: unknown, token?: string) =>
    harness.call(method, path, { body, headers: freshAddress(), ...(token === undefined ? {} : { token }) });
  if (path.endsWith('/me/webhook')) return send(example, (await givenAgent(harness)).key);
  if (path.endsWith('/recover/verify')) return send({ code: await givenRecoveryCode() });
  if (!path.endsWith('/register/verify')) return send(example);
  const registration = examplesOf(document.paths['/api/agent/v1/register']!['post']!)[0] as {
    operator: { email: string };
  };
  const pending = await harness.call('POST', '/api/agent/v1/register', { body: registration, headers: freshAddress() });
  const code = codeFor(harness, registration.operator.email);
  return send({ ...(example as object), registration_id: pending.body.registration_id, code });
}

/** The emailed code. */
async function givenRecoveryCode(): Promise<string> {
  const { principalId, email } = await givenOperator();
  const body = { principal_id: principalId, email };
  await harness.call('POST', '/api/agent/v1/recover', { body, headers: freshAddress() });
  await harness.sendMessages();
  return /svc_recovery_\w+/.exec(harness.mailbox.to(email).at(-1)?.mail.text ?? '')?.[0] ?? '';
}

async function givenOperator() {
  const email = `operator-${crypto.randomUUID()}@example.com`;
  return { email, ...(await givenAgent(harness, registrationOf(email))) };
}

/** Described headers are present, and undescribed limit headers are absent. */
function expectHeaders({ name, operation }: (typeof operations)[number], { status, headers }: Answer): void {
  const described = Object.keys(operation.responses[status]?.headers ?? {});
  const told = [...described, 'RateLimit', 'RateLimit-Policy'].filter((header) => headers.has(header));
  expect([name, status, [...new Set(told)].toSorted()]).toEqual([name, status, described.toSorted()]);
}

describe('the examples of the agent interface description', () => {
  it('every operation that takes JSON has an example', () => {
    const counts = operations
      .filter(({ operation }) => operation.requestBody?.content['application/json'] !== undefined)
      .map(({ name, operation }) => [name, examplesOf(operation).length]);
    expect(Object.fromEntries(counts)).toEqual({
      'POST /api/agent/v1/intakes': 2,
      'POST /api/agent/v1/recover': 1,
      'POST /api/agent/v1/recover/verify': 1,
      'POST /api/agent/v1/register': 1,
      'POST /api/agent/v1/register/verify': 1,
      'PUT /api/agent/v1/me/webhook': 1,
    });
  });

  it('examples match their own schemas and are accepted by the server, whose responses match theirs', async () => {
    for (const described of operations) {
      const { name, operation } = described;
      const success = Object.keys(operation.responses)
        .filter((status) => status.startsWith('2'))
        .at(-1)!;
      for (const example of examplesOf(operation)) {
        expect(ajv.validate(operation.requestBody!.content['application/json']!.schema, example)).toBe(true);
        const answer = await sendExample(name, example);
        const { status, body } = answer;
        expect([name, String(status)]).toEqual([name, success]);
        expectHeaders(described, answer);
        expect(ajv.validate(operation.responses[success]!.content['application/json']!.schema, body)).toBe(true);
      }
    }
  });

  it('operations without a body respond as described, without examples', async () => {
    const { key } = await givenAgent(harness);
    const { body: intake } = await submit(harness);
    const plain = operations.filter(({ operation }) => operation.requestBody === undefined);
    // The rotation comes last, because it revokes the key that the others use.
    const ordered = plain.toSorted((a, b) => Number(a.method === 'POST') - Number(b.method === 'POST'));
    expect(ordered).toHaveLength(5);
    for (const described of ordered) {
      const { name, method, path, operation } = described;
      const [success = ''] = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      const token = path.includes('/intakes/') ? intake.poll_token : key;
      const answer = await harness.call(method, path.replace('{intake_id}', intake.intake_id), { token });
      const { status, body } = answer;
      expect([name, String(status)]).toEqual([name, success]);
      expectHeaders(described, answer);
      const { schema } = operation.responses[success]!.content['application/json']!;
      expect([name, ajv.validate(schema, body)]).toEqual([name, true]);
    }
  });
});
