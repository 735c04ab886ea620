// What the request log records of a call on the partner surface. Everything here happens independently of the response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '#context';
import {
  listMemberNames,
  listObjectIds,
  listShownHeaders,
  RequestRecorder,
  startOf,
  writeIssuePaths,
  writePath,
  type BodyStart,
  type CallOrigin,
} from '#modules/portal';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as received, for a call in test mode. */
    receivedBody: BodyStart | undefined;
    /** The response body, for a call that may be in test mode. */
    sentBody: BodyStart | undefined;
    /** The object in the response. */
    answeredWith: unknown;
  }
}

/** Runs before the guard, which parses the body. */
export function recordRequests(surface: FastifyInstance, ctx: Ctx): void {
  const recorder = new RequestRecorder(ctx);
  surface.decorateRequest('receivedBody', undefined);
  surface.decorateRequest('sentBody', undefined);
  surface.decorateRequest('answeredWith', undefined);
  surface.addHook('preValidation', async (request) => {
    if (Buffer.isBuffer(request.body) && mayBeTest(request)) request.receivedBody = startOf(request.body);
  });
  surface.addHook('preSerialization', async (request, _reply, answer) => {
    request.answeredWith = answer;
    return answer;
  });
  surface.addHook('onResponse', async (request, reply) => {
    const owner = ownerOf(request);
    if (owner !== undefined) recorder.add(describeCall(request, reply, owner));
  });
  // After the last response of a process that ends.
  surface.addHook('onClose', () => recorder.stop());
}

/** Runs after everything that changes the response. */
export function recordAnswers(surface: FastifyInstance): void {
  surface.addHook('onSend', async (request, _reply, content) => {
    if ((typeof content === 'string' || Buffer.isBuffer(content)) && mayBeTest(request))
      request.sentBody = startOf(Buffer.from(content));
    return content;
  });
}

/** Live calls are not even buffered; the owner of a refused signature is determined when it is written. */
function mayBeTest({ partnerClient, refusedKey }: FastifyRequest): boolean {
  const { authentication } = partnerClient ?? {};
  if (authentication !== undefined && 'actor' in authentication) return !authentication.actor.livemode;
  return refusedKey?.livemode !== true;
}

function ownerOf({ partnerClient, refusedKey, raw }: FastifyRequest): CallOrigin | undefined {
  const { authentication } = partnerClient ?? {};
  if (authentication !== undefined && 'actor' in authentication) {
    const { institutionId, livemode, credentialId } = authentication.actor;
    return { institutionId, livemode, credentialId };
  }
  if (refusedKey !== undefined) return refusedKey;
  const keyid = findKeyid(raw.rawHeaders);
  return keyid === undefined ? undefined : { keyid };
}

/** The credential that a signature names, whether or not the rest of the header can be parsed. */
function findKeyid(rawHeaders: readonly string[]): string | undefined {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'signature-input');
  return at === -1 ? undefined : /;\s*keyid="([\w-]{1,64})"/.exec(rawHeaders[at + 1] ?? '')?.[1];
}

type Known = { readonly query: ReadonlySet<string>; readonly all: ReadonlySet<string> };

/** By route; there are as many as operations. */
const knownNames = new Map<string, Known>();

function knownOf({ method, routeOptions: { url = '', schema } }: FastifyRequest): Known {
  const name = `${method} ${url}`;
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const query = listMemberNames(schema?.querystring);
  const parts = [schema?.params, schema?.body].flatMap((part) => [...listMemberNames(part)]);
  const made = { query, all: new Set([...query, ...parts]) };
  knownNames.set(name, made);
  return made;
}

function describeCall(request: FastifyRequest, reply: FastifyReply, owner: CallOrigin) {
  const { ctx, method, originalUrl, raw, routeOptions } = request;
  const params = (request.params ?? {}) as Readonly<Record<string, unknown>>;
  const known = knownOf(request);
  const route = routeOptions.url ?? '';
  return {
    id: request.id,
    at: new Date(ctx.clock.now().getTime() - Math.round(reply.elapsedTime)),
    method,
    route,
    path: writePath(route, params),
    queryNames: Object.keys((request.query ?? {}) as object).filter((name) => known.query.has(name)),
    status: reply.statusCode,
    code: request.refusal,
    issuePaths: writeIssuePaths(request.refusedPaths ?? [], known.all),
    durationMs: reply.elapsedTime,
    clientAddress: request.clientAddress,
    replayed: reply.getHeader('idempotent-replayed') === 'true',
    // An error response is already text here, so its object ids come from the request.
    objectIds: listObjectIds(params, request.answeredWith ?? request.refusedWith),
    owner,
    content: mayBeTest(request)
      ? {
          target: originalUrl,
          headers: listShownHeaders(raw.rawHeaders),
          requestBody: request.receivedBody ?? request.hashedBody,
          responseBody: request.sentBody,
        }
      : undefined,
  };
}
