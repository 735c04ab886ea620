import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { filterText, pageQuery } from '#lib/api/pagination';
import { closed } from '#lib/api/shapes';
import { agentEventTypes, agentDeliveries } from '#modules/webhooks';
import { intakeStatuses, listOwnIntakes } from '#modules/intakes';
import { sendHtml } from '#platform/http';
import { stepNotPossible } from './agent-console/errors.ts';
import { deliveriesPage, deliveryPage } from './console-pages/delivery-page.ts';
import { consolePath } from './console-pages/frame-page.ts';
import { intakePage, intakesPage } from './console-pages/intake-page.ts';
import { mailboxPage, messagePage } from './console-pages/mailbox-page.ts';
import { overviewPage } from './console-pages/overview-page.ts';
import { webhookPage } from './console-pages/webhook-page.ts';
import { doneWords, type Done } from './console-pages/messages.ts';
import { deliveryQuerySchema } from './agent-console/schemas.ts';
import {
  getConsoleIntake,
  getMailboxMessage,
  getOverview,
  getOwnDelivery,
  getSettings,
  listMailbox,
  listOwnDeliveries,
  requireSandbox,
  resendOwnDelivery,
  type StepSources,
} from './console-views/views.ts';

const id = Type.String({ maxLength: 100 });
const audience = 'agent';
const perPage = 25;

const doneQuery = Type.Object(
  { done: Type.Optional(Type.Unsafe<Done>(Type.Enum(Object.keys(doneWords), { type: 'string' }))) },
  closed,
);

/** A form sends an empty field for an option that was not chosen. */
const chosen = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : text);
const oneOf = <T extends string>(values: readonly T[], text: string | undefined): T | undefined =>
  values.find((value) => value === text);

/** The URLs of the agent API in the agent's mode. */
const agentUrls = ({ config, actor }: Ctx) => {
  const base = `${config.publicBaseUrl}${requireAgent(actor).livemode ? '' : '/sandbox'}/api/agent/v1`;
  return { submitUrl: `${base}/intakes`, setUrl: `${base}/me/webhook` };
};

const goTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.code(303).header('location', `${consolePath}${path}`).send();

/** The pages that need a session. Every button posts, and the response redirects to a page. */
export const consolePageRoutes =
  (steps: StepSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(intakePages);
    await app.register(intakePagesOf(steps));
    await app.register(deliveryPages);
    await app.register(webhookPages);
    await app.register(mailboxPages);
  };

const intakePages: FastifyPluginAsyncTypebox = async (app) => {
  app.get('', { config: { operation: 'agent-console.view-overview', audience } }, async ({ ctx }, reply) =>
    sendHtml(reply, overviewPage(ctx.actor, await getOverview(ctx), agentUrls(ctx))),
  );

  const query = Type.Object(
    {
      status: Type.Optional(Type.String({ maxLength: 40 })),
      external_ref: Type.Optional(Type.String({ maxLength: 120 })),
      cursor: pageQuery.cursor,
    },
    closed,
  );
  app.get(
    '/intakes',
    { config: { operation: 'agent-console.view-intakes', audience }, schema: { querystring: query } },
    async ({ ctx, query: asked }, reply) => {
      const filter = { status: oneOf(intakeStatuses, asked.status), externalRef: chosen(asked.external_ref) };
      const page = await listOwnIntakes(ctx, { ...filter, cursor: asked.cursor, limit: perPage });
      const view = { actor: ctx.actor, intakes: page.data, next: page.next_cursor, ...filter };
      return sendHtml(reply, intakesPage({ ...view, submitUrl: agentUrls(ctx).submitUrl }));
    },
  );
};

/** One intake and, in the sandbox, the buttons for its steps. */
const intakePagesOf =
  (steps: StepSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    const params = Type.Object({ intake_id: id });
    app.get(
      '/intakes/:intake_id',
      {
        config: { operation: 'agent-console.view-intake', audience },
        schema: { params, querystring: doneQuery },
      },
      async ({ ctx, params: { intake_id: intakeId }, query: { done } }, reply) =>
        sendHtml(reply, intakePage(ctx.actor, await getConsoleIntake(ctx, intakeId, steps), done)),
    );

    app.post(
      '/intakes/:intake_id/steps',
      {
        config: { operation: 'agent-console.press-step', audience, takesForms: true },
        schema: { params, body: Type.Object({ step: Type.String({ maxLength: 60 }) }, closed) },
      },
      async ({ ctx, params: { intake_id: intakeId }, body }, reply) => {
        requireSandbox(ctx);
        const { steps: known } = await getConsoleIntake(ctx, intakeId, steps);
        if (!known.some(({ step, possible }) => possible && step === body.step)) throw stepNotPossible();
        await steps.take(ctx, intakeId, body.step);
        return goTo(reply, `/intakes/${intakeId}?done=stepped`);
      },
    );
  };

const deliveryPages: FastifyPluginAsyncTypebox = async (app) => {
  const params = Type.Object({ delivery_id: id });
  const query = Type.Object(
    {
      failed: Type.Optional(Type.String({ maxLength: 3 })),
      type: Type.Optional(Type.String({ maxLength: 100 })),
      event_id: Type.Optional(filterText(100)),
      intake_id: Type.Optional(filterText(100)),
      cursor: deliveryQuerySchema.properties.cursor,
    },
    closed,
  );
  app.get(
    '/deliveries',
    { config: { operation: 'agent-console.view-deliveries', audience }, schema: { querystring: query } },
    async ({ ctx, query: asked }, reply) => {
      const { cursor, event_id, intake_id } = asked;
      const filter = {
        failed: oneOf(['yes'], asked.failed),
        type: oneOf(agentEventTypes, asked.type),
        event_id,
        intake_id,
      };
      const page = await listOwnDeliveries(ctx, { ...filter, cursor });
      const found = { deliveries: page.data, next: page.next_cursor, searchedTo: page.searched_to };
      const hasWebhook = found.deliveries.length > 0 || (await agentDeliveries.findWebhookHealth(ctx)) !== undefined;
      const { setUrl } = agentUrls(ctx);
      return sendHtml(reply, deliveriesPage({ actor: ctx.actor, ...found, filter, hasWebhook, setUrl }));
    },
  );

  app.get(
    '/deliveries/:delivery_id',
    {
      config: { operation: 'agent-console.view-delivery', audience },
      schema: { params, querystring: doneQuery },
    },
    async ({ ctx, params: { delivery_id: deliveryId }, query: { done } }, reply) =>
      sendHtml(reply, deliveryPage(ctx.actor, await getOwnDelivery(ctx, deliveryId), done)),
  );

  app.post(
    '/deliveries/:delivery_id/resend',
    {
      config: { operation: 'agent-console.press-resend', audience, takesForms: true },
      schema: { params },
    },
    async ({ ctx, params: { delivery_id: given } }, reply) => {
      const { deliveryId } = await resendOwnDelivery(ctx, given);
      return goTo(reply, `/deliveries/${deliveryId}?done=resent`);
    },
  );
};

const webhookPages: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/webhook',
    { config: { operation: 'agent-console.view-webhook', audience }, schema: { querystring: doneQuery } },
    async ({ ctx, query: { done } }, reply) => {
      const [webhook, settings] = await Promise.all([agentDeliveries.findWebhookHealth(ctx), getSettings(ctx)]);
      const { setUrl } = agentUrls(ctx);
      return sendHtml(reply, webhookPage({ actor: ctx.actor, webhook, settings, setUrl, done }));
    },
  );

  const type = Type.Unsafe<(typeof agentEventTypes)[number]>(Type.Enum([...agentEventTypes], { type: 'string' }));
  app.post(
    '/webhook/test-event',
    {
      config: { operation: 'agent-console.press-test', audience, takesForms: true },
      schema: { body: Type.Object({ type }, closed) },
    },
    async ({ ctx, body }, reply) => {
      const { deliveryId } = await agentDeliveries.sendAgentTest(ctx, body.type);
      return goTo(reply, `/deliveries/${deliveryId}?done=tested`);
    },
  );

  const choice = Type.Unsafe<'on' | 'off'>(Type.Enum(['on', 'off'], { type: 'string' }));
  app.post(
    '/webhook/settings',
    {
      config: { operation: 'agent-console.press-settings', audience, takesForms: true },
      schema: { body: Type.Object({ mail_on_failure: choice }, closed) },
    },
    async ({ ctx, body }, reply) => {
      await agentDeliveries.setMailOnFailure(ctx, body.mail_on_failure === 'on');
      return goTo(reply, '/webhook?done=saved');
    },
  );
};

const mailboxPages: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/mailbox',
    {
      config: { operation: 'agent-console.view-mailbox', audience },
      schema: { querystring: Type.Object({ cursor: pageQuery.cursor }, closed) },
    },
    async ({ ctx, query: { cursor } }, reply) => {
      const page = await listMailbox(ctx, { cursor });
      return sendHtml(reply, mailboxPage({ actor: ctx.actor, messages: page.data, next: page.next_cursor }));
    },
  );

  app.get(
    '/mailbox/:message_id',
    {
      config: { operation: 'agent-console.view-message', audience },
      schema: { params: Type.Object({ message_id: id }) },
    },
    async ({ ctx, params }, reply) =>
      sendHtml(reply, messagePage(ctx.actor, await getMailboxMessage(ctx, params.message_id))),
  );
};
