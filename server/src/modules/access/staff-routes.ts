import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { changeStaff, listSessions, listStaff, revokeSession } from './end-sessions.ts';
import { getStaffMe } from './get-staff-me.ts';
import { doneSchema, sessionPageSchema, staffChangeSchema, staffMeSchema, staffPageSchema } from './staff-schemas.ts';

export const accessStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/me',
    { config: { operation: 'access.get-staff-me', audience: 'staff' }, schema: { response: { 200: staffMeSchema } } },
    async (request) => getStaffMe(request.ctx),
  );

  app.get(
    '/me/sessions',
    {
      config: { operation: 'access.list-sessions', audience: 'staff' },
      schema: { response: { 200: sessionPageSchema } },
    },
    async (request) => listSessions(request.ctx),
  );

  app.delete(
    '/me/sessions/:session_id',
    {
      config: { operation: 'access.revoke-session', audience: 'staff' },
      schema: { params: Type.Object({ session_id: Type.String() }), response: { 200: doneSchema } },
    },
    async (request) => revokeSession(request.ctx, request.params.session_id),
  );

  app.get(
    '/staff',
    { config: { operation: 'access.list-staff', audience: 'staff' }, schema: { response: { 200: staffPageSchema } } },
    async (request) => listStaff(request.ctx),
  );

  app.patch(
    '/staff/:staff_id',
    {
      config: { operation: 'access.change-staff', audience: 'staff' },
      schema: {
        params: Type.Object({ staff_id: Type.String() }),
        body: staffChangeSchema,
        response: { 200: doneSchema },
      },
    },
    async (request) => changeStaff(request.ctx, request.params.staff_id, request.body),
  );
};
