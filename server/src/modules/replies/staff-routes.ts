import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { answerCustomer, markRepliesRead, markReplyRead, resumeContact, listUnattachedReplies } from './inbox/inbox.ts';
import { answerSchema, doneSchema, replyListSchema } from './schemas.ts';
import { newTemplateMessageSchema, templateListSchema } from './templates/schemas.ts';
import { listTemplates, sendTemplate } from './templates/templates.ts';

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

const ofCase = Type.Object({ consultation_id: Type.String() });
const ofReply = Type.Object({ reply_id: Type.String() });
const response = { 200: doneSchema };
const done = { ok: true } as const;

export const replyStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(caseRoutes);
  await app.register(inboxRoutes);
};

const caseRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/cases/:consultation_id/replies',
    {
      config: {
        operation: 'replies.answer',
        audience: 'staff',
        role: 'caller',
        summary: 'Answer the owner of a case by text.',
      },
      schema: { params: ofCase, body: answerSchema, response },
    },
    async ({ ctx, params, body }) => {
      await answerCustomer(ctx, { consultationId: params.consultation_id, words: body.words });
      return done;
    },
  );

  app.post(
    '/cases/:consultation_id/replies/read',
    {
      config: {
        operation: 'replies.mark-read',
        audience: 'staff',
        role: 'caller',
        summary: 'Mark all replies of a case as read.',
      },
      schema: { params: ofCase, response },
    },
    async ({ ctx, params }) => {
      await markRepliesRead(ctx, params.consultation_id);
      return done;
    },
  );
};

const inboxRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/replies',
    {
      config: {
        operation: 'replies.list-unattached',
        audience: 'staff',
        role: 'caller',
        summary: 'List unread replies from numbers without an open case.',
      },
      schema: { response: { 200: replyListSchema } },
    },
    async ({ ctx }) => listUnattachedReplies(ctx),
  );

  app.post(
    '/replies/:reply_id/read',
    {
      config: {
        operation: 'replies.mark-one-read',
        audience: 'staff',
        role: 'caller',
        summary: 'Mark one reply as read.',
      },
      schema: { params: ofReply, response },
    },
    async ({ ctx, params }) => {
      await markReplyRead(ctx, params.reply_id);
      return done;
    },
  );

  app.post(
    '/replies/:reply_id/resume',
    {
      config: {
        operation: 'replies.resume-contact',
        audience: 'staff',
        role: 'lead',
        summary: 'Find that an unclear reply was no stop; contact may go on.',
      },
      schema: { params: ofReply, response },
    },
    async ({ ctx, params }) => {
      await resumeContact(ctx, params.reply_id);
      return done;
    },
  );
};
