import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { inboxRoutes } from '#mount/customers/messages/dev-routes';
import { startDemoSession } from '#modules/portal';
import { createDemoLink } from '#modules/staff';
import { refuseOtherSites } from '#mount/staff/sign-in/sign-in-routes';
import { notFound } from '#platform/errors';
import { onlyFromThisMachine, sendHtml } from '#platform/http';
import { messageOwners } from '#app/message-sources';
import { devPage } from './dev-page.ts';
import { findDemo } from './find-demo.ts';
import { findReadingProblem } from './find-reading-problem.ts';
import { createSandboxKey } from './sandbox-key.ts';
import type { Ctx } from '#context';
import { pageUrl } from '#lib/text/page-link';
import { findStanding } from '#mount/consultations/choices/choices';
import { prepared } from '#platform/db';

const delivered = prepared<[], { id: string }>(
  'dev.find-delivered',
  `select c.id from consultations.consultations c
   where c.delivered_at is not null and c.settled_at is null and c.closed_at is null and not c.test
     and c.declined_at is null and c.spared_at is null and c.email_hash is not null
     and not exists (select from checkout.holds h join checkout.checkouts k on k.id = h.checkout_id
                     where k.consultation_id = c.id)
   order by c.delivered_at desc limit 1`,
);

/** The owner's page of a case that is delivered and neither paid nor settled; undefined when there is none. */
async function findDeliveredUrl(ctx: Ctx): Promise<string | undefined> {
  const found = await ctx.db.find(delivered());
  const standing = found && (await findStanding(ctx, found.id));
  if (standing === undefined) return undefined;
  const { email } = standing.contacts;
  return pageUrl(ctx, { consultationId: standing.id, contacts: { ...standing.contacts, email, phone: undefined } });
}

const config = (operation: string) => ({ operation, audience: 'anyone' }) as const;

const staffRole = Type.Union([Type.Literal('caller'), Type.Literal('lead'), Type.Literal('administrator')]);
const portalRole = Type.Union([Type.Literal('owner'), Type.Literal('developer'), Type.Literal('operations')]);
const signInSchema = Type.Object(
  { staff: Type.Optional(staffRole), portal: Type.Optional(portalRole) },
  { additionalProperties: false },
);

/** For a while after startup a process does not know whether a demo is coming. */
const settledAfterS = 60;
const refreshS = 4;

/** The start page of development and its links; never mounted in production. */
export const devRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addHook('onRequest', onlyFromThisMachine);
  const sandboxKey = createSandboxKey(app);

  app.get('/dev', { config: config('dev.page') }, async ({ ctx, headers }, reply) => {
    const base = new URL(ctx.config.publicBaseUrl);
    // Sessions and forms belong to one origin.
    if (base.hostname === 'localhost' && headers.host !== base.host && headers.host?.endsWith(`:${base.port}`) === true)
      return reply.redirect(`${base.origin}/dev`, 303);
    const everything = { ...ctx, db: ctx.db.seeing('all') };
    const [demo, key, reading] = await Promise.all([
      findDemo(everything),
      sandboxKey(),
      findReadingProblem(ctx.config),
    ]);
    const isComing = demo.state === 'loading' || (demo.state === 'none' && process.uptime() < settledAfterS);
    const page = devPage({ config: ctx.config, demo, key, reading, now: ctx.clock.now() });
    return sendHtml(reply, isComing ? { ...page, refreshS } : page);
  });

  app.post(
    '/dev/sign-in',
    { config: config('dev.sign-in'), schema: { body: signInSchema }, onRequest: refuseOtherSites },
    async ({ ctx, body }, reply) => {
      const everything = { ...ctx, db: ctx.db.seeing('all') };
      const { staff, institutionId } = await findDemo(everything);
      const member = body.staff && staff[body.staff];
      if (member !== undefined) return reply.redirect((await createDemoLink(everything, member.email)).url, 303);
      if (body.portal === undefined || institutionId === undefined) throw notFound();
      const { cookie } = await startDemoSession(ctx, { institutionId, role: body.portal });
      return reply.header('set-cookie', cookie).redirect(`/portal/${institutionId}/live`, 303);
    },
  );

  app.get('/dev/case', { config: config('dev.case') }, async ({ ctx }, reply) => {
    const url = await findDeliveredUrl({ ...ctx, db: ctx.db.seeing('all') });
    if (url === undefined) throw notFound();
    return reply.redirect(url, 303);
  });

  app.get('/dev/metrics', { config: config('dev.metrics') }, async ({ ctx: { metrics } }, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  await app.register(
    inboxRoutes(async (ctx, subject) => (await messageOwners[subject.purpose].consultation?.(ctx, subject))?.number),
  );
};
