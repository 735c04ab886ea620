import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { callTool, connect } from '#test/mcp/connect';
import { minimalIntake, newEmail } from '#testing/intakes';
import type { Json } from './function-tools.ts';

const harness = useHarness();

type Tool = {
  readonly name: string;
  readonly description: string;
  readonly strict: boolean;
  readonly [form: string]: unknown;
};
let file: {
  anthropic: Tool[];
  openai: Tool[];
  openai_chat_completions: { function: Tool }[];
  http: Record<string, Json>;
  mcp: string;
  consent: object;
  sandbox: { http: Record<string, Json>; mcp: string; guide: string };
};
beforeAll(async () => {
  file = (await harness.current.call('GET', '/developers/agent/tools.json')).body;
});

const submission = () => file.openai.find(({ name }) => name === 'submit_intake')?.['parameters'] as Json;

/** The least that a model can send: null wherever allowed. */
function least(schema: Json, known: Json): unknown {
  const types = [schema['type']].flat();
  const choices = (schema['anyOf'] ?? []) as Json[];
  if (types.includes('null') || choices.some(({ type }) => type === 'null')) return null;
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  if (members.length === 0) return undefined;
  return Object.fromEntries(
    members.map(([name, member]) => [name, known[name] ?? least(member, (known[`${name}.`] ?? {}) as Json)]),
  );
}

const walk = (schema: Json, seen: Json[] = []): Json[] => {
  seen.push(schema);
  for (const one of (schema['anyOf'] ?? []) as Json[]) walk(one, seen);
  for (const one of Object.values((schema['properties'] ?? {}) as Record<string, Json>)) walk(one, seen);
  if (schema['items'] !== undefined) walk(schema['items'] as Json, seen);
  return seen;
};

describe('the function tools of the agent interface', () => {
  it('function tools are strict in both forms: closed, without keywords that a vendor refuses, and with all members required for OpenAI', () => {
    expect(file.anthropic.map(({ name }) => name)).toEqual(['submit_intake', 'get_intake', 'attach_report']);
    const told = ({ name, description, strict }: Tool) => ({ name, description, strict });
    expect(file.openai.map(told)).toEqual(file.anthropic.map(told));
    expect(file.openai_chat_completions.map((tool) => tool.function.name)).toEqual(Object.keys(file.http));
    const understood = ['type', 'enum', 'description', 'properties', 'required', 'additionalProperties', 'anyOf'];
    for (const { parameters, input_schema: input, strict, description } of [...file.openai, ...file.anthropic]) {
      const taken = (parameters ?? input) as Json;
      expect([strict, description.length > 40, taken['type']]).toEqual([true, true, 'object']);
      for (const schema of walk(taken)) {
        expect(Object.keys(schema).filter((keyword) => !understood.includes(keyword))).toEqual([]);
        if (schema['properties'] === undefined) continue;
        expect(schema['additionalProperties']).toBe(false);
        if (parameters !== undefined) expect(schema['required']).toEqual(Object.keys(schema['properties'] as object));
      }
      expect(() => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(taken)).not.toThrow();
    }
    expect(JSON.stringify(submission())).toContain('and often the trim; 11 to 17 characters');
    expect(JSON.stringify(submission())).toContain('the model year; 1900 to 2100');
    expect(JSON.stringify(file.openai[0])).toContain('approving a function call is not their consent');
  });

  it("function tools stay within Anthropic's limits, all together: 16 nullable members and 24 optional ones", () => {
    const schemas = file.anthropic.flatMap((tool) => walk(tool['input_schema'] as Json));
    const mayBeNull = schemas.filter(({ type, anyOf }) => Array.isArray(type) || anyOf !== undefined);
    const leftOut = schemas.flatMap(({ properties = {}, required }) =>
      Object.keys(properties as object).filter((name) => !(required as string[]).includes(name)),
    );
    expect(mayBeNull.length).toBeLessThanOrEqual(16);
    expect(leftOut.length).toBeLessThanOrEqual(24);
    // No member was dropped to get there.
    const membersOf = (schema: unknown) => walk(schema as Json).flatMap((one) => Object.keys(one['properties'] ?? {}));
    expect(file.anthropic.map((tool) => membersOf(tool['input_schema']))).toEqual(
      file.openai.map((tool) => membersOf(tool['parameters'])),
    );
  });

  it("function tools accept Claude's calls: an empty object or nothing where nothing is known", async () => {
    const input = file.anthropic[0]?.['input_schema'] as Json;
    const given = {
      agent: { name: 'Synthetic Agent', platform: 'synthetic-agent', version: null, operator_url: null },
      customer: { email: newEmail() },
      consent: {
        attestation: 'The owner asked me to submit this and expects a call.',
        mode: null,
        attestor_name: null,
        notify_customer: null,
      },
      vehicle: { make: 'Kia' },
      loss: {},
      offer: {},
      external_ref: null,
      idempotency_key: null,
    };
    const valid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(input);
    expect([valid(given), valid.errors]).toEqual([true, null]);
    expect(valid({ ...given, vehicle: null })).toBe(false);
    const { idempotency_key: _none, ...body } = given;
    expect((await harness.current.call('POST', '/api/agent/v1/intakes', { body })).status).toBe(201);
  });

  it('function tools show the model the same consent wording as the MCP server and the consent page', async () => {
    const client = await connect(harness.current);
    const { consent } = (await callTool(client, 'get_service_facts')).body;
    await client.close();
    expect(file.consent).toEqual(consent);
    const { en, es } = consent.read_to_the_owner;
    const { text: page } = await harness.current.call('GET', '/developers/concepts/consent.md');
    for (const words of [en, es, consent.wording_version]) expect(page).toContain(words);
    for (const { name, description } of file.openai) {
      // The maximum length that vendors accept.
      expect([name, description.length <= 1024]).toEqual([name, true]);
      expect(description.includes(en)).toBe(name === 'submit_intake');
    }
  });

  it("function tools accept a strict model's calls: null in every optional member", async () => {
    const email = newEmail();
    const given = least(submission(), {
      'agent.': { name: 'Synthetic Agent', platform: 'synthetic-agent' },
      'customer.': { email },
      'consent.': { attestation: 'The owner asked me to submit this and expects a call.' },
    }) as Record<string, unknown>;
    // One of two contacts is enough, so the model sends only one.
    given['customer'] = { ...(given['customer'] as object), email };
    const valid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(submission());
    expect([valid(given), valid.errors]).toEqual([true, null]);
    expect(given).toMatchObject({ vehicle: null, offer: null, customer: { phone: null }, idempotency_key: null });
    const { idempotency_key: _none, ...body } = given;
    const { url, method } = file.http['submit_intake'] as { url: string; method: string };
    const created = await harness.current.call(method, new URL(url).pathname, { body });
    expect([created.status, created.text.slice(0, 200)]).toEqual([201, expect.stringContaining('int_')]);
    const { url: read } = file.http['get_intake'] as { url: string };
    const path = new URL(read.replace('{intake_id}', created.body.intake_id)).pathname;
    const polled = await harness.current.call('GET', path, { token: created.body.poll_token });
    expect(polled.status).toBe(200);
  });

  it('function tools work unchanged in the sandbox, where they make sandbox cases', async () => {
    const inSandbox = (text: string) => text.replaceAll('makewhole.test/', 'makewhole.test/sandbox/');
    expect(file.sandbox.http).toEqual(JSON.parse(inSandbox(JSON.stringify(file.http))));
    expect(file.sandbox.mcp).toBe(inSandbox(file.mcp));
    expect((await harness.current.call('GET', new URL(file.sandbox.guide).pathname)).status).toBe(200);
    const { url, method } = file.sandbox.http['submit_intake'] as { url: string; method: string };
    const created = await harness.current.call(method, new URL(url).pathname, { body: minimalIntake() });
    const statusAt = async (http: typeof file.http) => {
      const { url: read } = http['get_intake'] as { url: string };
      const path = new URL(read.replace('{intake_id}', created.body.intake_id)).pathname;
      return (await harness.current.call('GET', path, { token: created.body.poll_token })).status;
    };
    expect([created.status, await statusAt(file.sandbox.http), await statusAt(file.http)]).toEqual([201, 200, 404]);
  });

  it('function tools accept calls with every member filled in, and with null inside each object', async () => {
    const body = {
      agent: { name: 'Synthetic Agent', platform: 'synthetic-agent', version: null, operator_url: null },
      customer: { first_name: null, last_name: null, email: newEmail(), phone: null },
      consent: {
        mode: null,
        attestation: 'The owner asked me and expects a call.',
        attestor_name: null,
        notify_customer: null,
      },
      vehicle: {
        vin: null,
        plate: null,
        plate_state: null,
        year: null,
        make: null,
        model: null,
        trim: null,
        odometer: null,
      },
      loss: { date_of_loss: null, loss_state: null, zip: null, insurance_path: null },
      offer: { insurer: null, claim_number: null, acv_offer_cents: null, acv_offer: null },
      external_ref: null,
    };
    const valid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(submission());
    expect([valid({ ...body, idempotency_key: null }), valid.errors]).toEqual([true, null]);
    expect((await harness.current.call('POST', '/api/agent/v1/intakes', { body })).status).toBe(201);
  });
});
