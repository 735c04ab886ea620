// The order in which a request of the partner surface is looked at (T4), before any route sees it.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requirePartner, type PartnerActor } from '#actor';
import {
  authenticateKey,
  authenticateSignature,
  partnerProblem,
  throttleFailure,
  useNonce,
  type Authentication,
} from '#modules/access';
import { isOpen } from '#modules/switches';
import {
  classifyRequest,
  digestViolation,
  digestViolationOf,
  readProfile,
  watchDigest,
  type SignedProfile,
} from '#lib/gap-v2';
import { payloadTooLarge, type AppError } from '#platform/errors';
import { rawBody, readJsonObject, refuseOversized } from '#platform/http';
import { nameRequest, type NamedRequest } from '#platform/idempotency';

/** What is known of a caller between its headers and its body. */
type Caller = { readonly profile: SignedProfile | undefined; readonly authentication: Authentication };

declare module 'fastify' {
  interface FastifyRequest {
    partnerCaller: Caller | undefined;
  }
}

export function openPartnerDoor(surface: FastifyInstance): void {
  surface.decorateRequest('partnerCaller', undefined);
  surface.decorateRequest('named', undefined);
  surface.decorateRequest('idempotencyKey', undefined);
  surface.decorateRequest('checkedBody', checkedBody);
  surface.addHook('onRequest', async (request) => {
    refuseOversized(request);
    request.partnerCaller = await readCredential(request);
  });
  surface.addHook('preParsing', async (request, _reply, payload) => {
    const { profile, authentication } = request.partnerCaller ?? {};
    if (profile === undefined || authentication === undefined || !('refusal' in authentication)) return undefined;
    // The digest is judged first, whoever signed (decision 84); what a stranger sends passes by and is not held.
    const body = bounded(payload as Readable, request.routeOptions.bodyLimit);
    const violation = profile.contentDigest && (await digestViolationOf(profile.contentDigest, body));
    throw violation ? await profileInvalid(request, violation) : await refused(request, authentication);
  });
  surface.addHook('preValidation', async (request) => {
    const actor = await admit(request);
    request.ctx = { ...request.ctx, actor };
    await checkRules(request, actor);
    if (changes(request) && !request.routeOptions.config.door?.streams)
      request.body = readJsonObject(request, request.routeOptions.config.door?.bodyMayBeEmpty ?? false);
  });
  // After the route has seen whether the id exists, which it asks before anything is validated.
  surface.addHook('preHandler', async (request) => {
    if (changes(request)) request.named = nameOf(request);
  });
}

const changes = ({ method }: FastifyRequest): boolean => method === 'POST' || method === 'PATCH';

/** Judged before the body is read: a stranger's megabytes are not worth waiting for. */
async function readCredential(request: FastifyRequest): Promise<Caller> {
  const { ctx, raw, originalUrl } = request;
  const credential = classifyRequest(raw.rawHeaders);
  if (credential.kind === 'none') {
    const refusal = partnerProblem('authentication_required', 'Send a bearer key, or sign the request.');
    throw await throttleFailure(ctx, request.callerAddress, refusal);
  }
  if (credential.kind === 'bearer') {
    const authentication = await authenticateKey(ctx, credential.authorization);
    if ('refusal' in authentication) throw await refused(request, authentication);
    return { profile: undefined, authentication };
  }
  const read = readProfile(
    { method: request.method, target: originalUrl, rawHeaders: raw.rawHeaders },
    ctx.config.publicBaseUrl,
  );
  if ('violation' in read) throw await profileInvalid(request, read.violation);
  const { door } = request.routeOptions.config;
  const activates = door?.activates ? (request.params as { id: string }).id : undefined;
  return { profile: read.profile, authentication: await authenticateSignature(ctx, read.profile, activates) };
}

/** For routes that read the body as it comes: its digest can only be judged at its end, before anything is done. */
async function* checkedBody(this: FastifyRequest, limit: number): AsyncGenerator<Uint8Array> {
  const { contentDigest } = this.partnerCaller?.profile ?? {};
  const digest = contentDigest === undefined ? undefined : watchDigest(contentDigest);
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
    // Left open by whoever stops early: ending it would end the connection, and the answer with it.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      length += (chunk as Uint8Array).length;
      if (length > limit) throw payloadTooLarge();
      yield chunk as Uint8Array;
    }
  } finally {
    // Nobody who is still sending hears an answer, so the rest passes by.
    payload.resume();
  }
}

/** Whoever calls, now that the body is there: digest first, then the nonce, then whether they may (decision 84). */
async function admit(request: FastifyRequest): Promise<PartnerActor> {
  const { ctx, partnerCaller } = request;
  if (partnerCaller === undefined) throw new Error('the door was not passed');
  const { profile, authentication } = partnerCaller;
  const held = !request.routeOptions.config.door?.streams;
  const violation = held && profile?.contentDigest && digestViolation(profile.contentDigest, rawBody(request));
  if (violation) throw await profileInvalid(request, violation);
  if ('refusal' in authentication) throw await refused(request, authentication);
  const { actor, suspended } = authentication;
  const used = profile && (await useNonce(ctx, actor, profile));
  if (used) throw await throttleFailure(ctx, request.callerAddress, used);
  if (suspended) throw partnerProblem('institution_suspended', 'Your institution is suspended.');
  if (profile && (profile.environment === 'PRODUCTION') !== actor.livemode)
    throw partnerProblem('environment_mismatch', 'X-SVC-Environment is not the mode of this credential.');
  return actor;
}

/** Limit, feature, mode, role: in this order, so that a closed operation looks closed to everybody. */
async function checkRules(request: FastifyRequest, actor: PartnerActor): Promise<void> {
  const { ctx } = request;
  const { door = {} } = request.routeOptions.config;
  await ctx.limits.take(
    { name: 'gap', points: ctx.config.gapRequestsPerMin, windowS: 60, sliding: true, whenStoreIsGone: 'let through' },
    `${actor.institutionId}/${actor.livemode ? 'live' : 'test'}`,
  );
  const open = !door.planned && (door.feature === undefined || (await isOpen(ctx, door.feature)));
  if (!open) throw partnerProblem('operation_not_open', 'This operation is not open yet.');
  if (door.testModeOnly && actor.livemode)
    throw partnerProblem('test_mode_only', 'Only referrals of the sandbox can be simulated.');
  if (changes(request) && actor.role === 'read_only' && !door.readOnlyMay)
    throw partnerProblem('forbidden', 'This credential only reads.');
}

/** 1 to 255 visible ASCII characters; a signed request proved that already. */
const keyForm = /^[\x21-\x7e]{1,255}$/;

/** One institution's keys of one mode are compared with each other, and with nobody else's (decision 90). */
function nameOf(request: FastifyRequest): NamedRequest | undefined {
  const header = request.headers['idempotency-key'];
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key === undefined) return undefined;
  if (!keyForm.test(key))
    throw partnerProblem('idempotency_key_invalid', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.');
  request.idempotencyKey = key;
  const { everyTime, streams } = request.routeOptions.config.door ?? {};
  // A request that the route will refuse for its form is not worth writing out, which takes longer than reading it.
  if (everyTime || streams || request.validationError) return undefined;
  const [path = ''] = request.originalUrl.split('?', 1);
  const { institutionId, livemode } = requirePartner(request.ctx.actor);
  const scope = `gap/${institutionId}/${livemode ? 'live' : 'test'}`;
  return nameRequest(scope, key, { method: request.method, path, body: request.body });
}

const profileInvalid = (request: FastifyRequest, violation: string): Promise<AppError> =>
  throttleFailure(request.ctx, request.callerAddress, partnerProblem('signature_profile_invalid', violation));

const refused = async (
  request: FastifyRequest,
  { refusal, counts }: Extract<Authentication, { refusal: AppError }>,
): Promise<AppError> => (counts ? throttleFailure(request.ctx, request.callerAddress, refusal) : refusal);
