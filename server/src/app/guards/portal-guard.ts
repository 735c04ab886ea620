import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requirePortal, type PortalActor } from '#actor';
import type { Ctx } from '#context';
import { mayPortal } from '#lib/api/portal-roles';
import { createAuditedDatabase, finishAuditRecord, startAuditRecord, type AuditRecord } from '#modules/ledger';
import { institutionSuspended } from '#modules/credentials';
import { findInstitutionAccess } from '#modules/partners';
import {
  actAsPortal,
  actAsPortalUser,
  authenticatePortal,
  findPortalRole,
  freshCodeRequired,
  institutionNotFound,
  liveNotOpen,
  ownSessionRequired,
  permissionRequired,
  testModeOnly,
  tokenScopeRequired,
  type SignedInUser,
} from '#modules/portal';
import { requireDuringReset, requireNoReset } from '#modules/sandbox';
import type { Database } from '#platform/db';
import { notFound } from '#platform/errors';
import { isSafe, refuseOtherSites } from './own-pages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, on routes of the portal. */
    portalUser: SignedInUser | undefined;
    portalRecord: { readonly record: AuditRecord; readonly db: Database } | undefined;
  }
}

/** For routes without sign-in: forms, which must come from our own pages. */
export function guardPortalForms(routes: FastifyInstance): void {
  routes.addHook('onRequest', async (request) => {
    if (!isSafe(request)) refuseOtherSites(request, 'portal');
  });
}

/** For routes about the user's own account. */
export function guardPortalAccount(routes: FastifyInstance): void {
  routes.addHook('onRequest', async (request) => {
    const user = await readUser(request);
    const { userId, credentialId, freshUntil } = user;
    const { config } = request.routeOptions;
    if (user.token !== undefined && config.tokens !== true) throw ownSessionRequired();
    // The operator of an institution's provider can sign in as any of its users, but the account may have other
    // institutions too. A token is bound as well, and was checked above.
    if (user.boundTo !== undefined && user.token === undefined && config.boundSessions !== true)
      throw ownSessionRequired();
    request.ctx = actAsPortalUser(request.ctx, { kind: 'portal user', userId, credentialId, freshUntil });
    if (config.fresh === true) requireFresh(request.ctx, freshUntil);
  });
}

/**
 * For routes of an institution in a mode, both in the path: checks the caller, membership (otherwise the institution does not exist), the
 * role's permission, a fresh code where needed, and whether live mode is open. A change leaves a row in the institution's trail.
 */
export function guardPortal(routes: FastifyInstance): void {
  routes.addHook('onRoute', ({ method, url, config }) => {
    if (config?.onlyLooks !== true) requireDuringReset({ method, url, config });
  });
  routes.addHook('onRequest', async (request) => {
    const actor = await readActor(request);
    const { config } = request.routeOptions;
    const base = request.ctx;
    const needs = config.needs ?? 'members.write';
    request.ctx = actAsPortal(base, actor, needs);
    if (!onlyLooks(request)) startRecord(request, base);
    if (!mayPortal(actor.role, needs)) throw permissionRequired(needs);
    requireScope(request, needs);
    if (config.sandboxOnly === true && actor.livemode) throw testModeOnly();
    const excused = actor.limitedTo !== undefined && config.tokens === true;
    const asksFresh = config.fresh === true || (config.fresh === 'live' && actor.livemode);
    if (asksFresh && !excused) requireFresh(base, actor.freshUntil);
    if (!actor.livemode && config.duringReset === 'refused') await requireNoReset(request.ctx, actor);
  });
  routes.addHook('onSend', async ({ portalRecord, ctx }, reply) => {
    if (portalRecord === undefined) return;
    const { record, db } = portalRecord;
    const parts = { ...ctx, db };
    if (reply.statusCode < 400) await finishAuditRecord(parts, record);
    if (reply.statusCode === 403)
      await finishAuditRecord(parts, { ...record, entry: { ...record.entry, kind: 'refused' } });
  });
}

/** Includes queries that are too long for a URL. */
const onlyLooks = (request: FastifyRequest): boolean =>
  isSafe(request) || request.routeOptions.config.onlyLooks === true;

export function decoratePortal(surface: FastifyInstance): void {
  surface.decorateRequest('portalUser', undefined);
  surface.decorateRequest('portalRecord', undefined);
}

async function readUser(request: FastifyRequest): Promise<SignedInUser> {
  const { authorization, cookie } = request.headers;
  const user = await authenticatePortal(request.ctx, { authorization, cookies: cookie });
  if (authorization === undefined && !isSafe(request)) refuseOtherSites(request, 'portal');
  request.portalUser = user;
  return user;
}

async function readActor(request: FastifyRequest): Promise<PortalActor> {
  const { institution_id: institutionId = '', mode } = request.params as Readonly<Record<string, string>>;
  const user = await readUser(request);
  const { ctx } = request;
  const livemode = mode === 'live';
  if (mode !== 'live' && mode !== 'test') throw notFound();
  // Only a valid id is passed to the database as an account; for anything else the institution does not exist.
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(institutionId)) throw institutionNotFound();
  const db = ctx.db.seeing({ account: institutionId });
  const [role, access] = await Promise.all([
    findPortalRole(ctx, user, institutionId),
    findInstitutionAccess({ db }, institutionId),
  ]);
  if (role === undefined || access === undefined) throw institutionNotFound();
  if (access.suspended) throw institutionSuspended();
  // Before live mode opens, its empty lists can be read, but nothing can be created.
  if (livemode && access.liveOpenedAt === undefined && !onlyLooks(request)) throw liveNotOpen();
  const { userId, credentialId, freshUntil, token } = user;
  const limitedTo = token?.permissions;
  return { kind: 'portal', userId, institutionId, livemode, role, credentialId, freshUntil, limitedTo };
}

/** A token's permissions, in its modes; never more than the role's, which were checked before. */
function requireScope({ portalUser, params }: FastifyRequest, needs: string): void {
  const { mode = '' } = params as Readonly<Record<string, string>>;
  const token = portalUser?.token;
  if (token === undefined || (token.permissions.includes(needs) && token.modes.includes(mode))) return;
  throw tokenScopeRequired();
}

function requireFresh({ clock }: Ctx, freshUntil: Date | undefined): void {
  if (freshUntil === undefined || freshUntil <= clock.now()) throw freshCodeRequired();
}

/** The audit row of a refused request is written by `base`, which does not check the credential again. */
function startRecord(request: FastifyRequest, base: Ctx): void {
  const { ctx } = request;
  const actor = requirePortal(ctx.actor);
  // After the institution and the mode.
  const [, , ...named] = Object.values(request.params as Readonly<Record<string, string>>);
  const record = startAuditRecord(actor, {
    kind: 'action',
    operation: request.routeOptions.config.operation ?? 'unknown',
    userId: actor.userId,
    institutionId: actor.institutionId,
    credentialId: actor.credentialId,
    // The last id of the path is the subject of the call; those before it are its parents.
    subjectId: named.at(-1),
    requestId: request.id,
  });
  request.portalRecord = { record, db: base.db };
  request.ctx = { ...ctx, db: createAuditedDatabase(ctx, record) };
}
