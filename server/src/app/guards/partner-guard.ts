// The order in which a request of the partner surface is checked (T4), before any route sees it.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requirePartner, type PartnerActor } from '#actor';
import {
  actAsPartner,
  authenticatePartnerKey,
  authenticateSignature,
  consumeNonce,
  explainRefusal,
  institutionSuspended,
  partnerProblem,
  throttleFailure,
  type Authentication,
  type CredentialHolder,
} from '#modules/credentials';
import { bodyMax, startOf, type BodyStart } from '#modules/portal';
import { requireDuringReset, requireNoReset } from '#modules/sandbox';
import {
  classifyRequest,
  digestViolation,
  digestViolationOf,
  readProfile,
  createDigestCheck,
  type SignedProfile,
} from '#lib/http-signatures/gap-v2';
import { readIdempotencyHeader, visibleKeyPattern } from '#lib/network/idempotency-key';
import { payloadTooLarge, type AppError } from '#platform/errors';
import { limitHeaders, rawBody, readJsonObject, refuseOversized } from '#platform/http';
import { recheckSlowBody } from './recheck-slow-body.ts';
import { readIdempotencyKey, type IdempotencyKey } from '#platform/idempotency';

/** The client as identified by its headers, before its body is read. */
type PartnerClient = { readonly profile: SignedProfile | undefined; readonly authentication: Authentication };

declare module 'fastify' {
  interface FastifyRequest {
    partnerClient: PartnerClient | undefined;
    /** The holder of a refused bearer key, if known. */
    refusedKey: CredentialHolder | undefined;
    /** The beginning of a body that was hashed and not buffered, for a request in test mode. */
    hashedBody: BodyStart | undefined;
  }
}

export function guardPartner(surface: FastifyInstance): void {
  surface.decorateRequest('partnerClient', undefined);
  surface.decorateRequest('refusedKey', undefined);
  surface.decorateRequest('hashedBody', undefined);
  surface.decorateRequest('idempotencyKey', undefined);
  surface.decorateRequest('idempotencyHeader', undefined);
  surface.decorateRequest('checkedBody', checkedBody);
  surface.addHook('onRoute', requireDuringReset);
  surface.addHook('onRequest', async (request) => {
    refuseOversized(request);
    request.partnerClient = await readCredential(request);
  });
  surface.addHook('preParsing', async (request, _reply, payload) => {
    const { profile, authentication } = request.partnerClient ?? {};
    if (profile === undefined || authentication === undefined || !('refusal' in authentication)) return undefined;
    // The digest is checked first, whoever signed (D-084); the body of an unknown client is hashed but not buffered.
    const received = bounded(payload as Readable, request.routeOptions.bodyLimit);
    const body = profile.environment === 'TEST' ? copyStart(request, received) : received;
    const violation = profile.contentDigest && (await digestViolationOf(profile.contentDigest, body));
    throw violation
      ? await profileInvalid(request, violation)
      : await explained(request, await refused(request, authentication));
  });
  surface.addHook('preValidation', async (request, reply) => {
    const { actor, isOpen } = await admit(request);
    const { ctx, clientAddress } = request;
    request.ctx = actAsPartner(ctx, actor, (refusal) => refused({ ctx, clientAddress }, refusal));
    await recheckSlowBody(request, reply);
    await checkRules(request, reply, { actor, isOpen });
    if (changes(request) && !request.routeOptions.config.guard?.streams)
      request.body = readJsonObject(request, request.routeOptions.config.guard?.bodyMayBeEmpty ?? false);
  });
  // After the route has checked that the id exists, which comes before any validation.
  surface.addHook('preHandler', async (request) => {
    if (changes(request)) request.idempotencyKey = idempotencyKeyOf(request);
  });
}

const changes = ({ method }: FastifyRequest): boolean => method === 'POST' || method === 'PATCH';

/** Checked before the body is read, so that an unknown client's megabytes are not awaited. */
async function readCredential(request: FastifyRequest): Promise<PartnerClient> {
  const { ctx, raw, originalUrl } = request;
  const credential = classifyRequest(raw.rawHeaders);
  const { guard } = request.routeOptions.config;
  const feature = guard?.feature;
  if (credential.kind === 'none') {
    const refusal = partnerProblem('authentication_required', 'Send a bearer key, or sign the request.');
    throw await throttleFailure(ctx, request.clientAddress, refusal);
  }
  if (credential.kind === 'bearer') {
    const presented = { authorization: credential.authorization, address: request.clientAddress, feature };
    const authentication = await authenticatePartnerKey(ctx, presented);
    if ('refusal' in authentication) {
      request.refusedKey = authentication.of;
      throw await refused(request, authentication);
    }
    return { profile: undefined, authentication };
  }
  const read = readProfile(
    { method: request.method, target: originalUrl, rawHeaders: raw.rawHeaders },
    ctx.config.publicBaseUrl,
  );
  if ('violation' in read) throw await profileInvalid(request, read.violation);
  const activates = guard?.activates ? (request.params as { id: string }).id : undefined;
  return {
    profile: read.profile,
    authentication: await authenticateSignature(ctx, read.profile, { activates, feature }),
  };
}

/** For routes that read the body as a stream: its digest is known only at its end, before anything is done. */
async function* checkedBody(this: FastifyRequest, limit: number): AsyncGenerator<Uint8Array> {
  const { contentDigest } = this.partnerClient?.profile ?? {};
  const digest = contentDigest === undefined ? undefined : createDigestCheck(contentDigest);
  const payload = (this.body ?? Readable.from([])) as Readable;
  for await (const chunk of bounded(payload, limit)) {
    digest?.update(chunk);
    yield chunk;
  }
  const violation = digest?.violation();
  if (violation !== undefined) throw await profileInvalid(this, violation);
}

async function* bounded(payload: Readable, limit: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    // Not destroyed when the reader stops early: that would close the connection, and the response with it.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      length += (chunk as Uint8Array).length;
      if (length > limit) throw payloadTooLarge();
      yield chunk as Uint8Array;
    }
  } finally {
    // A client that is still sending does not read a response, so the rest is discarded.
    payload.resume();
  }
}

/** The same bytes; their beginning is copied for the request log, as it is for bodies that are buffered. */
async function* copyStart(request: FastifyRequest, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (length < bodyMax) chunks.push(chunk);
    length += chunk.length;
    yield chunk;
  }
  request.hashedBody = { ...startOf(Buffer.concat(chunks)), length };
}

type Admitted = Pick<Extract<Authentication, { actor: PartnerActor }>, 'actor' | 'isOpen'>;

/** Authenticates the client once the body is there: digest first, then the nonce, then its permissions (D-084). */
async function admit(request: FastifyRequest): Promise<Admitted> {
  const { ctx, partnerClient } = request;
  if (partnerClient === undefined) throw new Error('the guard was not passed');
  const { profile, authentication } = partnerClient;
  const buffered = !request.routeOptions.config.guard?.streams;
  const violation = buffered && profile?.contentDigest && digestViolation(profile.contentDigest, rawBody(request));
  if (violation) throw await profileInvalid(request, violation, rawBody(request));
  if ('refusal' in authentication) throw await explained(request, await refused(request, authentication));
  const { actor, suspended, isOpen } = authentication;
  const used = profile && (await consumeNonce(ctx, actor, profile));
  if (used) throw await throttleFailure(ctx, request.clientAddress, used);
  if (suspended) throw institutionSuspended();
  if (profile && (profile.environment === 'PRODUCTION') !== actor.livemode)
    throw partnerProblem('environment_mismatch', 'X-SVC-Environment is not the mode of this credential.');
  return { actor, isOpen };
}

/** Limit, feature, mode, role, in this order, so that a closed operation looks closed to all callers. */
async function checkRules(request: FastifyRequest, reply: FastifyReply, { actor, isOpen }: Admitted): Promise<void> {
  const { ctx } = request;
  const { guard = {} } = request.routeOptions.config;
  const points = ctx.config.gapRequestsPerMin;
  const counted = await ctx.limits.consume(
    {
      name: 'gap',
      points,
      windowS: 60,
      sliding: true,
      batched: !changes(request),
      told: true,
      whenStoreIsGone: 'let through',
    },
    `${actor.institutionId}/${actor.livemode ? 'live' : 'test'}`,
  );
  reply.headers(limitHeaders(counted));
  if (guard.planned || !isOpen) throw partnerProblem('operation_not_open', 'This operation is not open yet.');
  if (guard.testModeOnly && actor.livemode)
    throw partnerProblem('test_mode_only', 'Only referrals of the sandbox can be simulated.');
  if (changes(request) && actor.role === 'read_only' && !guard.readOnlyMay)
    throw partnerProblem('forbidden', 'This credential only reads.');
  if (!actor.livemode && request.routeOptions.config.duringReset === 'refused') await requireNoReset(ctx, actor);
}

const keyInvalid = () =>
  partnerProblem('idempotency_key_invalid', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.');

/** The scope of a key is one institution in one mode (D-090). */
function idempotencyKeyOf(request: FastifyRequest): IdempotencyKey | undefined {
  const key = readIdempotencyHeader(request.headers, { pattern: visibleKeyPattern, invalid: keyInvalid });
  if (key === undefined) return undefined;
  const { institutionId, livemode } = requirePartner(request.ctx.actor);
  const scope = `gap/${institutionId}/${livemode ? 'live' : 'test'}`;
  request.idempotencyHeader = { scope, key };
  const { everyTime, streams } = request.routeOptions.config.guard ?? {};
  // A request that its schema will refuse needs no canonical form, which costs more than parsing.
  if (everyTime || streams || request.validationError) return undefined;
  const [path = ''] = request.originalUrl.split('?', 1);
  return readIdempotencyKey(scope, key, { method: request.method, path, body: request.body });
}

const profileInvalid = async (request: FastifyRequest, violation: string, body?: Buffer): Promise<AppError> => {
  const refusal = partnerProblem('signature_profile_invalid', violation);
  return explained(request, await throttleFailure(request.ctx, request.clientAddress, refusal), body);
};

const refused = async (
  request: Pick<FastifyRequest, 'ctx' | 'clientAddress'>,
  { refusal, counts }: Extract<Authentication, { refusal: AppError }>,
): Promise<AppError> => (counts ? throttleFailure(request.ctx, request.clientAddress, refusal) : refusal);

/** Hints for engineers who debug their signer, in test mode only. Not computed until the request is sure to be answered. */
const explained = (
  { ctx, raw, method, originalUrl }: FastifyRequest,
  refusal: AppError,
  body?: Buffer,
): Promise<AppError> => explainRefusal(ctx, { method, target: originalUrl, rawHeaders: raw.rawHeaders, body }, refusal);
