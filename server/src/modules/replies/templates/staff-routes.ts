import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { doneSchema } from '../schemas.ts';
import { newTemplateMessageSchema, templateListSchema } from './schemas.ts';
import { listTemplates, sendTemplate } from './templates.ts';

const params = Type.Object({ consultation_id: Type.String() });

export const templateStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/cases/:consultation_id/templates',
    {
      config: {
        operation: 'replies.list-templates',
        audience: 'staff',
        role: 'caller',
        summary: 'List the messages that can be sent from a case now, as they would read.',
      },
      schema: { params, response: { 200: templateListSchema } },
    },
    async ({ ctx, params: { consultation_id: id } }) => listTemplates(ctx, id),
  );

  app.post(
    '/cases/:consultation_id/messages',
    {
      config: {
        operation: 'replies.send-template',
        audience: 'staff',
        role: 'caller',
        summary: 'Write to the owner of a case by a template.',
      },
      schema: { params, body: newTemplateMessageSchema, response: { 200: doneSchema } },
    },
    async ({ ctx, params: { consultation_id: id }, body }) => {
      await sendTemplate(ctx, id, body);
      return { ok: true } as const;
    },
  );
};
