import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { addNote } from './notes.ts';
import { addedNoteSchema, newNoteSchema } from './schemas.ts';

export const noteStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/cases/:consultation_id/notes',
    {
      config: {
        operation: 'consultations.add-note',
        audience: 'staff',
        role: 'caller',
        summary: 'Write a note about a case.',
      },
      schema: {
        params: Type.Object({ consultation_id: Type.String() }),
        body: newNoteSchema,
        response: { 200: addedNoteSchema },
      },
    },
    async ({ ctx, params, body }) => addNote(ctx, params.consultation_id, body),
  );
};
