import { Type, type TSchema } from 'typebox';
import type { ValidateFunction } from 'ajv';
import type { Issue } from '#platform/errors';
import { createValidator, toIssues } from '#platform/validation';
import { toolNames } from './tool-messages.ts';

/** Codes of JSON-RPC. */
const invalidRequest = -32_600;
const methodNotFound = -32_601;
const invalidParams = -32_602;

/** Longer than any name, method or id that a client needs; a refusal repeats some of them. */
const nameMax = 200;
/** Longer than any resource address. */
const uriMax = 2_000;

const anyObject = Type.Object({});
const name = Type.String({ minLength: 1, maxLength: nameMax });
const listing = Type.Optional(
  Type.Object({ cursor: Type.Optional(Type.String({ maxLength: nameMax })), _meta: Type.Optional(anyObject) }),
);

/** The params of our methods that are not checked elsewhere with actionable messages. */
const paramsOf: Readonly<Record<string, TSchema>> = {
  initialize: Type.Object({
    protocolVersion: name,
    capabilities: anyObject,
    clientInfo: Type.Object({ name: Type.String(), version: Type.String() }),
  }),
  'tools/list': listing,
  'resources/list': listing,
  'resources/templates/list': listing,
  'prompts/list': listing,
  'tools/call': Type.Object({ name, arguments: Type.Optional(anyObject), _meta: Type.Optional(anyObject) }),
  'resources/read': Type.Object({
    uri: Type.String({ minLength: 1, maxLength: uriMax }),
    _meta: Type.Optional(anyObject),
  }),
  'prompts/get': Type.Object({
    name,
    arguments: Type.Optional(Type.Record(Type.String(), Type.String())),
    _meta: Type.Optional(anyObject),
  }),
};

type Message = { readonly method?: unknown; readonly params?: unknown; readonly id?: unknown };
type Mistake = { readonly code: number; readonly message: string; readonly data?: object };

/**
 * The response to an invalid message, in our own words; undefined for a valid one. The packages would report most of
 * them as our failure, and repeat the input.
 */
export function checkMessage(body: unknown): object | undefined {
  const { id, ...message } = (body ?? {}) as Message;
  if (typeof id === 'string' && id.length > nameMax)
    return answer(null, { code: invalidRequest, message: `Invalid request: id has more than ${nameMax} characters.` });
  // A notification gets no response; the packages refuse ids of other types.
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const mistake = findMistake(message);
  return mistake && answer(id, mistake);
}

const answer = (id: string | number | null, error: Mistake) => ({ jsonrpc: '2.0', id, error });

function findMistake({ method, params }: Message): Mistake | undefined {
  if (typeof method !== 'string') return undefined;
  if (method.length > nameMax) return { code: methodNotFound, message: 'Method not found' };
  const issues = findIssues(method, params);
  if (issues.length > 0)
    return { code: invalidParams, message: `Invalid params: ${wordsOf(issues)}.`, data: { issues } };
  const isUnknownTool = method === 'tools/call' && !toolNames.some((known) => known === nameIn(params));
  return isUnknownTool
    ? { code: invalidParams, message: 'Tool not found; tools/list has the available tools.' }
    : undefined;
}

const validator = createValidator();
const validators = new Map<string, ValidateFunction>();

function findIssues(method: string, params: unknown): Issue[] {
  const schema = Object.hasOwn(paramsOf, method) ? paramsOf[method] : undefined;
  if (schema === undefined || (params === undefined && method.endsWith('/list'))) return [];
  const validate = validators.get(method) ?? validator.compile(schema);
  validators.set(method, validate);
  // Clients choose member names, which can be arbitrarily long.
  return validate(params ?? {})
    ? []
    : toIssues(validate.errors ?? [])
        .slice(0, 10)
        .map(shorten);
}

const shorten = ({ path, message }: Issue): Issue => ({ path: path.slice(0, nameMax), message });

const wordsOf = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');

const nameIn = (params: unknown): unknown => (params as { name?: unknown }).name;
