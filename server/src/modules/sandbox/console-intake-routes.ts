import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { readLimit } from '#lib/api/pagination';
import { listOwnIntakes } from '#modules/intakes';
import {
  eventDetailSchema,
  eventPageSchema,
  eventQuerySchema,
  intakeDetailSchema,
  intakePageSchema,
  intakeQuerySchema,
  mailboxPageSchema,
  mailboxQuerySchema,
  messageSchema,
} from './agent-console/schemas.ts';
import { listOwnEvents } from './console-views/list-own-events.ts';
import {
  getConsoleIntake,
  getMailboxMessage,
  getOwnEvent,
  listMailbox,
  type StepSources,
} from './console-views/views.ts';

const id = Type.String({ maxLength: 100 });

/** The agent's intakes, their events and, in the sandbox, the messages that would have been sent. */
export const intakeConsoleRoutes =
  (steps: StepSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(intakeRoutes(steps));
    await app.register(eventRoutes);
    await app.register(mailboxRoutes);
  };

const intakeRoutes =
  (steps: StepSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/intakes',
      {
        config: {
          operation: 'agent-console.list-intakes',
          audience: 'agent',
          summary: 'List the intakes that you submitted with a key, newest first.',
        },
        schema: { querystring: intakeQuerySchema, response: { 200: intakePageSchema } },
      },
      async ({ ctx, query: { limit, cursor, status, external_ref: externalRef } }) =>
        listOwnIntakes(ctx, { limit: readLimit(limit), cursor, status, externalRef }),
    );

    app.get(
      '/intakes/:intake_id',
      {
        config: {
          operation: 'agent-console.get-intake',
          audience: 'agent',
          summary: 'Retrieve an intake: its receipt, its events and what was delivered of them.',
        },
        schema: { params: Type.Object({ intake_id: id }), response: { 200: intakeDetailSchema } },
      },
      async ({ ctx, params }) => getConsoleIntake(ctx, params.intake_id, steps),
    );
  };

const eventRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/events',
    {
      config: {
        operation: 'agent-console.list-events',
        audience: 'agent',
        summary: 'List your events of the last 30 days, newest first, also those that had no webhook to go to.',
      },
      schema: { querystring: eventQuerySchema, response: { 200: eventPageSchema } },
    },
    async ({ ctx, query }) => listOwnEvents(ctx, query),
  );

  app.get(
    '/events/:event_id',
    {
      config: {
        operation: 'agent-console.get-event',
        audience: 'agent',
        summary: 'Retrieve an event as it was sent, and its deliveries.',
      },
      schema: { params: Type.Object({ event_id: id }), response: { 200: eventDetailSchema } },
    },
    async ({ ctx, params }) => getOwnEvent(ctx, params.event_id),
  );
};

const mailboxRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/mailbox',
    {
      config: {
        operation: 'agent-console.list-mailbox',
        audience: 'agent',
        summary: 'In the sandbox: list what would have been sent to the owners of your test cases, and to you.',
      },
      schema: { querystring: mailboxQuerySchema, response: { 200: mailboxPageSchema } },
    },
    async ({ ctx, query }) => listMailbox(ctx, query),
  );

  app.get(
    '/mailbox/:message_id',
    {
      config: {
        operation: 'agent-console.get-message',
        audience: 'agent',
        summary: 'In the sandbox: retrieve one message with its text and links.',
      },
      schema: { params: Type.Object({ message_id: id }), response: { 200: messageSchema } },
    },
    async ({ ctx, params }) => getMailboxMessage(ctx, params.message_id),
  );
};
