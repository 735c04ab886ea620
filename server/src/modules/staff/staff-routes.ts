import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { listColleagues, listStaffMembers, updateStaffMember } from './members/members.ts';
import { inviteStaffMember, resetSignIn, type QueueSetupMail } from './password/password-setup.ts';
import { confirmPassword } from './password/sign-in-with-password.ts';
import {
  colleaguePageSchema,
  confirmedSchema,
  doneSchema,
  newStaffSchema,
  passwordConfirmationSchema,
  sessionPageSchema,
  setupSentSchema,
  staffChangeSchema,
  staffMeSchema,
  staffPageSchema,
} from './schemas.ts';
import { endSessions, getStaffMe, listSessions, revokeSession } from './sessions/sessions.ts';

export const staffRoutes =
  (queueMail: QueueSetupMail): FastifyPluginAsyncTypebox =>
  async (app, options) => {
    await addOwnRoutes(app, options);
    await addConfirmation(app, options);
    await addMemberRoutes(app, options);
    await addAccountRoutes(queueMail)(app, options);
  };

/** Every staff member's own data. */
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
    '/colleagues',
    {
      config: {
        operation: 'access.list-colleagues',
        audience: 'staff',
        role: 'caller',
        audited: false,
        summary: 'List who of the team is active, by name.',
      },
      schema: { response: { 200: colleaguePageSchema } },
    },
    async (request) => listColleagues(request.ctx),
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

/** Confirms the password for operations that move money, change roles or export data. */
const addConfirmation: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/me/fresh',
    {
      config: {
        operation: 'access.confirm-password',
        audience: 'staff',
        role: 'caller',
        // Its rows record whether the password was right. Counting a try is not an action.
        audited: false,
        summary: 'Confirm with your password that it is you, for what moves money, changes roles or exports data.',
      },
      schema: { body: passwordConfirmationSchema, response: { 200: confirmedSchema } },
    },
    async ({ ctx, body }) => confirmPassword(ctx, body.password),
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
        fresh: true,
        summary:
          'Update the role or the languages of a staff member, or disable them; a disabled member is signed out at once.',
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

const ofMember = Type.Object({ staff_id: Type.String() });

/** Who may sign in, and how. */
const addAccountRoutes =
  (queueMail: QueueSetupMail): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/staff',
      {
        config: {
          operation: 'access.invite-staff',
          audience: 'staff',
          fresh: true,
          summary: 'Add a staff member, who gets a link by mail to set up their sign-in; the default role is caller.',
        },
        schema: { body: newStaffSchema, response: { 201: setupSentSchema } },
      },
      async ({ ctx, body }, reply) => reply.code(201).send(await inviteStaffMember(ctx, body, queueMail)),
    );

    app.post(
      '/staff/:staff_id/set-up',
      {
        config: {
          operation: 'access.reset-sign-in',
          audience: 'staff',
          fresh: true,
          summary:
            'End password, second factor, sessions and tokens of a staff member at once, and mail them a new set-up link.',
        },
        schema: { params: ofMember, response: { 200: setupSentSchema } },
      },
      async ({ ctx, params }) => resetSignIn(ctx, params.staff_id, queueMail),
    );

    app.post(
      '/staff/:staff_id/sessions/end',
      {
        config: { operation: 'access.end-sessions', audience: 'staff', summary: 'Sign a staff member out everywhere.' },
        schema: { params: ofMember, response: { 200: doneSchema } },
      },
      async ({ ctx, params }) => endSessions(ctx, params.staff_id),
    );
  };
