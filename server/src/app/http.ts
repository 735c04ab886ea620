import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';
import { authenticateAgent } from '#modules/access';
import { liftStop, listKnownContacts } from '#modules/consultations';
import { signInRoutes } from '#mount/access/sign-in-routes';
import { accessStaffRoutes } from '#mount/access/staff-routes';
import { meRoutes, registrationRoutes } from '#mount/agents/agent-routes';
import { agreementPageRoutes } from '#mount/agents/page-routes';
import { agentStaffRoutes } from '#mount/agents/staff-routes';
import { auditStaffRoutes } from '#mount/audit/staff-routes';
import { checkoutCustomerRoutes } from '#mount/checkout/customer-routes';
import { cardProviderRoutes } from '#mount/checkout/provider-routes';
import { checkoutStaffRoutes } from '#mount/checkout/staff-routes';
import { boardStaffRoutes } from '#mount/board/staff-routes';
import { queueStaffRoutes } from '#mount/consultations/queue-staff-routes';
import { consultationStaffRoutes } from '#mount/consultations/staff-routes';
import { mailboxRoutes } from '#mount/customers/dev-routes';
import { textProviderRoutes } from '#mount/customers/provider-routes';
import { customerStaffRoutes } from '#mount/customers/staff-routes';
import { documentStaffRoutes } from '#mount/documents/staff-routes';
import { intakeAgentRoutes } from '#mount/intakes/agent-routes';
import { intakeDocumentAgentRoutes } from '#mount/intakes/document-agent-routes';
import { intakeCustomerRoutes } from '#mount/intakes/customer-routes';
import { intakeStaffRoutes } from '#mount/intakes/staff-routes';
import { marketStaffRoutes } from '#mount/market/staff-routes';
import { credentialStaffRoutes } from '#mount/partners/credential-staff-routes';
import { endpointStaffRoutes } from '#mount/partners/endpoint-staff-routes';
import { institutionStaffRoutes } from '#mount/partners/staff-routes';
import { planStaffRoutes } from '#mount/plans/staff-routes';
import { statementStaffRoutes } from '#mount/plans/statement-staff-routes';
import { referralCustomerRoutes } from '#mount/referrals/customer-routes';
import { referralStaffRoutes } from '#mount/referrals/staff-routes';
import { switchStaffRoutes } from '#mount/switches/staff-routes';
import { webhookAgentRoutes } from '#mount/webhooks/agent-routes';
import { webhookStaffRoutes } from '#mount/webhooks/staff-routes';
import { pendingMigrations } from '#platform/db';
import { pause } from '#platform/jobs';
import { unauthorized } from '#platform/errors';
import {
  agentErrors,
  createDrain,
  createHttpServer,
  openSurface,
  pageErrors,
  problemErrors,
  serveHealth,
  type Drain,
} from '#platform/http';
import type { Service } from './context.ts';
import { developerRoutes, type Documents } from './developer-pages.ts';
import { describeAgentSurface } from './agent-openapi.ts';
import { openBoardPages } from './board-pages.ts';
import { openPartnerSurface } from './partner-surface.ts';
import { problemPageRoutes } from './problem-pages.ts';
import { caseSources, deliverySources } from './reactions.ts';
import { guardStaff } from './staff-door.ts';
import { describeStaffSurface } from './staff-openapi.ts';
import { testClockRoutes, type TestClock } from './test-clock.ts';

export type Api = {
  readonly app: FastifyInstance;
  readonly drain: Drain;
  /** The staff API's description, complete once everything is mounted. */
  readonly staffDocument: () => object;
};

/** The whole HTTP side: which surfaces exist, how each words errors, whose routes it mounts. */
export async function createApi({ ctx, telemetry, testClock }: Service): Promise<Api> {
  const app = createHttpServer({ telemetry, trustedProxies: ctx.config.trustedProxies });
  const drain = createDrain(app);
  giveContext(app, ctx);
  const database = askDatabase(ctx);
  serveHealth(app, { check: async () => (drain.draining ? ['draining'] : database()) });

  const { metrics } = telemetry;
  const { publicBaseUrl } = ctx.config;
  const agentDocument = await openAgentSurface(app, ctx);
  const partnerDocument = await openPartnerSurface(app, ctx);
  let staffDocument: () => object = () => ({});
  await openSurface(app, {
    prefix: '/api/staff/v1',
    errors: problemErrors({ surface: 'staff', realm: 'staff', publicBaseUrl }),
    bodyLimit: 1_048_576,
    metrics,
    mount: async (surface) => {
      staffDocument = await describeStaffSurface(surface, ctx.config);
      await mountStaff(surface, ctx, testClock);
    },
  });
  await openBoardPages(app, ctx);
  await openCustomerPages(app, ctx);
  await openCardProvider(app, ctx);
  await openPages(app, ctx, { agent: agentDocument, gap: partnerDocument });
  await app.ready();
  return { app, drain, staffDocument };
}

/** Each request gets its own context: the same parts, its own log and its own actor. */
function giveContext(app: FastifyInstance, ctx: Ctx): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    request.ctx = { ...ctx, log: request.log, actor: { kind: 'anonymous', address: request.callerAddress } };
  });
}

/** Gives the interface description, which is complete only once everything is mounted. */
async function openAgentSurface(app: FastifyInstance, ctx: Ctx): Promise<() => object> {
  let document: () => object = () => ({});
  await openSurface(app, {
    prefix: '/api/agent/v1',
    errors: agentErrors,
    bodyLimit: 65_536,
    metrics: ctx.metrics,
    mount: async (surface) => {
      document = await describeAgentSurface(surface, ctx.config);
      await surface.register(intakeAgentRoutes);
      await surface.register(intakeDocumentAgentRoutes);
      await surface.register(registrationRoutes);
      await surface.register(async (behindKey) => {
        behindKey.addHook('onRequest', async (request) => {
          const actor = await authenticateAgent(request.ctx, request.headers.authorization, request.callerAddress);
          if (actor === undefined) throw unauthorized();
          request.ctx = { ...request.ctx, actor };
        });
        await behindKey.register(meRoutes);
        await behindKey.register(webhookAgentRoutes);
      });
    },
  });
  return () => document();
}

async function mountStaff(surface: FastifyInstance, base: Ctx, testClock: TestClock | undefined): Promise<void> {
  guardStaff(surface);
  await surface.register(accessStaffRoutes);
  await surface.register(auditStaffRoutes);
  await surface.register(intakeStaffRoutes);
  await surface.register(consultationStaffRoutes);
  await surface.register(queueStaffRoutes(caseSources));
  await surface.register(checkoutStaffRoutes(deliverySources));
  await surface.register(customerStaffRoutes(listKnownContacts));
  await surface.register(documentStaffRoutes);
  await surface.register(agentStaffRoutes);
  await surface.register(marketStaffRoutes);
  await surface.register(switchStaffRoutes);
  await surface.register(institutionStaffRoutes);
  await surface.register(credentialStaffRoutes);
  await surface.register(endpointStaffRoutes);
  await surface.register(referralStaffRoutes);
  await surface.register(planStaffRoutes);
  await surface.register(statementStaffRoutes);
  await surface.register(webhookStaffRoutes);
  await surface.register(boardStaffRoutes(base));
  if (testClock !== undefined) await surface.register(testClockRoutes(testClock));
}

/** The pages that links in messages open: of an owner whose agent asked, and of a borrower whose lender invites. */
async function openCustomerPages(app: FastifyInstance, { metrics }: Ctx): Promise<void> {
  const common = { errors: pageErrors, bodyLimit: 4_096, bodies: 'form', metrics } as const;
  const pages = [
    ['/c', intakeCustomerRoutes],
    ['/i', referralCustomerRoutes],
    ['/checkout', checkoutCustomerRoutes],
  ] as const;
  for (const [prefix, routes] of pages) {
    await openSurface(app, { ...common, prefix, mount: async (surface) => void (await surface.register(routes)) });
  }
}

/** What the card provider tells. Its signature is over the bytes as they came, so they are read raw. */
async function openCardProvider(app: FastifyInstance, { metrics }: Ctx): Promise<void> {
  await openSurface(app, {
    prefix: '/providers',
    errors: pageErrors,
    bodyLimit: 262_144,
    bodies: 'raw',
    metrics,
    mount: async (surface) => void (await surface.register(cardProviderRoutes)),
  });
}

/** Pages and callbacks outside the four APIs: documentation, the text provider's hooks, the developer mailbox. */
async function openPages(app: FastifyInstance, ctx: Ctx, documents: Documents): Promise<void> {
  const common = { errors: pageErrors, bodyLimit: 65_536, metrics: ctx.metrics, bodies: 'form' } as const;
  await openSurface(app, {
    ...common,
    prefix: '/developers',
    mount: async (surface) => {
      await surface.register(agreementPageRoutes);
      await surface.register(developerRoutes(documents));
      await surface.register(problemPageRoutes);
    },
  });
  await openSurface(app, {
    ...common,
    prefix: '',
    mount: async (surface) => {
      await surface.register(textProviderRoutes(liftStop));
      await surface.register(signInRoutes);
      if (!ctx.config.production) await surface.register(mailboxRoutes);
    },
  });
}

/** Whoever asks whether this process can serve is answered within this time, whatever the database does. */
const readyWithinMs = 2_000;

/** What of the database is missing. While one question is open, those who ask meanwhile wait for the same answer. */
function askDatabase(ctx: Ctx): () => Promise<readonly string[]> {
  let open: Promise<readonly string[]> | undefined;
  return () => {
    open ??= pendingMigrations(ctx.db)
      .then((pending) => (pending.length === 0 ? [] : ['migrations']))
      .catch(() => ['database'])
      .finally(() => (open = undefined));
    const answered = new AbortController();
    const late = pause(readyWithinMs, answered.signal).then(() => ['database']);
    return Promise.race([open, late]).finally(() => answered.abort());
  };
}
