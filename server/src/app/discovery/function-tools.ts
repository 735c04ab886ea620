import { consentToAsk } from '#app/mcp/facts-to-say';
import { agentSandboxPath } from '#lib/api/agent-sandbox';
import { idempotencyKeyMaxLength } from '#lib/network/idempotency-key';
import { consentWords } from '#modules/intakes';
import type { Config } from '#platform/config';

type Operation = { readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> } };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
};

type FunctionTool = {
  readonly name: string;
  readonly description: string;
  /** The arguments, in the form of each vendor. */
  readonly parameters: Readonly<Record<'anthropic' | 'openai', Json>>;
  /** How a program turns the arguments into a request. */
  readonly http: Readonly<Record<string, unknown>>;
};

const consentFirst =
  'Call it only after the owner said yes to the consent wording: approving a function call is not their consent.';

const intakeId = { type: 'string', description: 'intake_id of the receipt' };
const pollToken = { type: 'string', description: 'poll_token of submit_intake; null with an agent key' };
const credential = 'Bearer {poll_token}, or Bearer and your agent key where poll_token is null';

/**
 * The agent interface as functions for a model, generated from its description, for developers who call the HTTP
 * interface: as Anthropic tools and OpenAI functions, both strict.
 */
export function functionTools(document: object, config: Config): object {
  const { publicBaseUrl } = config;
  const tools = listTools(document as Document, `${publicBaseUrl}/api/agent/v1`);
  const tried = listTools(document as Document, `${publicBaseUrl}${agentSandboxPath}/api/agent/v1`);
  return {
    description:
      'Function tools for the Agent Intake API, in strict form. Null says that something is not known; in the Anthropic form, which takes few nulls, members of customer, vehicle, loss and offer are left out instead. Send the arguments as http says; nulls and empty objects may stay. To try them, send the same as sandbox.http says: nothing there reaches a person. consent has the wording to read to the owner, in two languages.',
    anthropic: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters.anthropic,
      strict: true,
    })),
    openai: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      parameters: parameters.openai,
      strict: true,
    })),
    openai_chat_completions: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters: parameters.openai, strict: true },
    })),
    consent: consentToAsk(config),
    http: requestsOf(tools),
    mcp: `${publicBaseUrl}/mcp`,
    sandbox: {
      http: requestsOf(tried),
      mcp: `${publicBaseUrl}${agentSandboxPath}/mcp`,
      guide: `${publicBaseUrl}/developers/guides/sandbox`,
    },
  };
}

const requestsOf = (tools: readonly FunctionTool[]): object =>
  Object.fromEntries(tools.map(({ name, http }) => [name, http]));

function listTools({ paths, components }: Document, base: string): FunctionTool[] {
  const resolve = (reference: string): Json => components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
  const strict = (schema: Json): FunctionTool['parameters'] => ({
    anthropic: toStrict(schema, { resolve, unknown: 'null or left out' }),
    openai: toStrict(schema, { resolve, unknown: 'null' }),
  });
  const body = findBody(paths, resolve);
  const idempotencyKey = {
    type: 'string',
    maxLength: idempotencyKeyMaxLength,
    description: 'your own name for this submission; the same again under it takes effect once',
  };
  return [
    {
      name: 'submit_intake',
      description: `Submits a vehicle owner’s total-loss case: the team contacts the owner in writing, and a person calls if the case has a phone number. ${consentFirst} The answer has poll_token once; keep it. The wording, word for word: “${consentWords.consentWording.en.readOut}”`,
      parameters: strict({ ...body, properties: { ...(body['properties'] as Json), idempotency_key: idempotencyKey } }),
      http: {
        method: 'POST',
        url: `${base}/intakes`,
        headers: { 'content-type': 'application/json', 'idempotency-key': '{idempotency_key}, unless it is null' },
        body: 'all other arguments as JSON',
      },
    },
    {
      name: 'get_intake',
      description:
        'The current status and receipt of a case. Statuses change when people act: every few minutes is enough.',
      parameters: strict({
        type: 'object',
        properties: { intake_id: intakeId, poll_token: pollToken },
        required: ['intake_id'],
      }),
      http: { method: 'GET', url: `${base}/intakes/{intake_id}`, headers: { authorization: credential } },
    },
    {
      name: 'attach_report',
      description:
        'Adds the insurer’s valuation report, a PDF of up to 15 MB that the owner gave you, to a case. It is read while you wait: allow 120 seconds.',
      parameters: strict({
        type: 'object',
        properties: {
          intake_id: intakeId,
          poll_token: pollToken,
          file: { type: 'string', description: 'how your program names the file it holds; it sends the bytes' },
        },
        required: ['intake_id', 'file'],
      }),
      http: {
        method: 'POST',
        url: `${base}/intakes/{intake_id}/documents`,
        headers: { authorization: credential },
        body: 'multipart/form-data with one part named file: the bytes of the file',
      },
    },
  ];
}

function findBody(paths: Document['paths'], resolve: (reference: string) => Json): Json {
  const entry = Object.entries(paths).find(([path]) => path.endsWith('/intakes'));
  const schema = entry?.[1]['post']?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) throw new Error('the description has no submission');
  return typeof schema['$ref'] === 'string' ? resolve(schema['$ref']) : schema;
}

/** A JSON Schema, as far as our descriptions use it. */
export type Json = { readonly [name: string]: unknown };

/** Keywords that strict function calling supports; others are described to the model in words. */
const understood = new Set(['type', 'enum', 'const', 'description', 'properties', 'required', 'items', 'anyOf']);

/** The limits of a member, in words. */
function boundsOf({ minLength, maxLength, minimum, maximum }: Json): string[] {
  const characters =
    maxLength === undefined
      ? []
      : [`${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`];
  const size = maximum === undefined ? [] : [`${minimum === undefined ? 'at most' : `${minimum} to`} ${maximum}`];
  return [...characters, ...size];
}

const formatWords: Readonly<Record<string, string>> = {
  date: 'YYYY-MM-DD',
  email: 'an email address',
  uri: 'an address that begins with https:// or http://',
};

/** Patterns that need their own words; existing descriptions cover the others. */
const patternWords: Readonly<Record<string, string>> = {
  '^[A-Za-z]{2}$': 'two letters, such as CA',
  '^\\d{5}(-\\d{4})?$': 'five digits, or nine with a hyphen',
  '^[a-z0-9][a-z0-9-]{0,59}$': 'lowercase letters, digits and hyphens, at most 60',
};

type StrictForm = {
  resolve(reference: string): Json;
  /**
   * How a model expresses an unknown value: with null, as OpenAI requires, or by omitting objects without required
   * members. Anthropic allows 16 nullable and 24 optional members in all tools of a request together.
   */
  readonly unknown: 'null' | 'null or left out';
};

/** The form that OpenAI and Anthropic call strict: the schema lists everything that a model may send. Limits move into descriptions. */
function toStrict(schema: Json, form: StrictForm): Json {
  if (typeof schema['$ref'] === 'string') return toStrict(resolved(schema, form), form);
  const kept = Object.entries(schema).filter(
    ([name]) => understood.has(name) && name !== 'properties' && name !== 'required',
  );
  const strict: Record<string, unknown> = Object.fromEntries(kept);
  const description = describe(schema);
  if (description !== '') strict['description'] = description;
  if (schema['items'] !== undefined) strict['items'] = toStrict(schema['items'] as Json, form);
  if (Array.isArray(schema['anyOf'])) strict['anyOf'] = schema['anyOf'].map((one: Json) => toStrict(one, form));
  if (schema['properties'] === undefined) return strict;
  const needed = requiredOf(schema);
  const mayLeaveOut = form.unknown === 'null or left out' && needed.length === 0;
  const members = Object.entries(schema['properties'] as Record<string, Json>).map(([name, member]) => {
    const own = toStrict(member, form);
    const isPlain = mayLeaveOut || needed.includes(name) || mayBeEmpty(member, form);
    return [name, isPlain ? own : orNull(own)] as const;
  });
  return {
    ...strict,
    properties: Object.fromEntries(members),
    required: mayLeaveOut ? [] : members.map(([name]) => name),
    additionalProperties: false,
  };
}

function resolved(schema: Json, { resolve }: StrictForm): Json {
  const { $ref, ...own } = schema;
  return typeof $ref === 'string' ? { ...resolve($ref), ...own } : schema;
}

const requiredOf = (schema: Json): readonly string[] => (schema['required'] ?? []) as readonly string[];

/** An object without required members can be empty when nothing is known. */
function mayBeEmpty(member: Json, form: StrictForm): boolean {
  const own = resolved(member, form);
  return form.unknown === 'null or left out' && own['properties'] !== undefined && requiredOf(own).length === 0;
}

function describe(schema: Json): string {
  const { description = '', pattern, format } = schema as { description?: string; pattern?: string; format?: string };
  const words = [patternWords[pattern ?? ''], formatWords[format ?? ''], ...boundsOf(schema)].filter(
    (one) => one !== undefined && !description.includes(one),
  );
  return [description, ...words].filter((one) => one !== '').join('; ');
}

/** Null means unknown; the interface treats it as absent. */
function orNull(schema: Json): Json {
  const { type, enum: values, ...rest } = schema;
  if (typeof type !== 'string') return { ...rest, anyOf: [...((schema['anyOf'] ?? []) as Json[]), { type: 'null' }] };
  // Both vendors accept a list of types for a value, and a choice of forms for an object.
  if (type === 'object') {
    const { description, ...form } = rest;
    return { ...(description === undefined ? {} : { description }), anyOf: [{ type, ...form }, { type: 'null' }] };
  }
  return {
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
    ...rest,
  };
}
