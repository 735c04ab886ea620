import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { listStaffMembers } from './members/list-staff-members.ts';
import { updateStaffMember } from './members/update-staff-member.ts';
import { doneSchema, sessionPageSchema, staffChangeSchema, staffMeSchema, staffPageSchema } from './schemas.ts';
import { getStaffMe } from './sessions/get-staff-me.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { revokeSession } from './sessions/revoke-session.ts';

export const staffRoutes: FastifyPluginAsyncTypebox = async (app, options) => {
  await addOwnRoutes(app, options);
  await addMemberRoutes(app, options);
};

/** What every staff member sees and changes of their own. */
const addOwnRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/me',
    {
      config: {
        operation: 'access.get-staff-me',
        audience: 'staff',
        role: 'caller',
        summary: 'Retrieve the signed-in staff member and the end of the session.',
      },
      schema: { response: { 200: staffMeSchema } },
    },
    async (request) => getStaffMe(request.ctx),
  );

  app.get(
    '/me/sessions',
    {
      config: {
        operation: 'access.list-sessions',
        audience: 'staff',
        role: 'caller',
        summary: 'List your own active sessions.',
      },
      schema: { response: { 200: sessionPageSchema } },
    },
    async (request) => listSessions(request.ctx),
  );

  app.delete(
    '/me/sessions/:session_id',
    {
      config: {
        operation: 'access.revoke-session',
        audience: 'staff',
        role: 'caller',
        summary: 'End one of your own sessions.',
      },
      schema: { params: Type.Object({ session_id: Type.String() }), response: { 200: doneSchema } },
    },
    async (request) => revokeSession(request.ctx, request.params.session_id),
  );
};

/** Staff members, for administrators. */
const addMemberRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/staff',
    {
      config: { operation: 'access.list-staff', audience: 'staff', summary: 'List the staff members.' },
      schema: { response: { 200: staffPageSchema } },
    },
    async (request) => listStaffMembers(request.ctx),
  );

  app.patch(
    '/staff/:staff_id',
    {
      config: {
        operation: 'access.change-staff',
        audience: 'staff',
        summary: 'Update the role of a staff member, or disable them; a disabled member is signed out at once.',
      },
      schema: {
        params: Type.Object({ staff_id: Type.String() }),
        body: staffChangeSchema,
        response: { 200: doneSchema },
      },
    },
    async (request) => updateStaffMember(request.ctx, request.params.staff_id, request.body),
  );
};
