import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { doneSchema } from '../schemas.ts';
import {
  changedRoleSchema,
  invitationListSchema,
  invitationSchema,
  memberListSchema,
  newInvitationSchema,
  roleChangeSchema,
} from '../sign-in-schemas.ts';
import { changeRole, inviteMember, listInvitations, listMembers, removeMember, revokeInvitation } from './members.ts';

const id = Type.String({ maxLength: 60 });
const ofMember = Type.Object({ user_id: id });
const ofInvitation = Type.Object({ invitation_id: id });

const reads = (operation: string, summary: string) =>
  ({ operation, audience: 'portal', needs: 'members.read', summary }) as const;
const writes = (operation: string, summary: string) =>
  ({ operation, audience: 'portal', duringReset: 'allowed', needs: 'members.write', fresh: true, summary }) as const;

/** The institution's members; the same in both modes. */
export const memberPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/members',
    {
      config: reads('portal.list-members', 'List who has a role at the institution.'),
      schema: { response: { 200: memberListSchema } },
    },
    async ({ ctx }) => ({ data: await listMembers(ctx) }),
  );

  app.patch(
    '/members/:user_id',
    {
      config: writes('portal.change-role', 'Change somebody’s role. Owners are changed by owners.'),
      schema: { params: ofMember, body: roleChangeSchema, response: { 200: changedRoleSchema } },
    },
    async ({ ctx, params: { user_id: userId }, body: { role } }) => changeRole(ctx, userId, role),
  );

  app.delete(
    '/members/:user_id',
    {
      config: writes('portal.remove-member', 'Take somebody’s role at the institution.'),
      schema: { params: ofMember, response: { 200: doneSchema } },
    },
    async ({ ctx, params: { user_id: userId } }) => removeMember(ctx, userId),
  );

  app.get(
    '/invitations',
    {
      config: reads('portal.list-invitations', 'List invitations that can still be accepted.'),
      schema: { response: { 200: invitationListSchema } },
    },
    async ({ ctx }) => ({ data: await listInvitations(ctx) }),
  );

  app.post(
    '/invitations',
    {
      config: writes('portal.invite-member', 'Invite somebody by mail; an earlier invitation is revoked.'),
      schema: { body: newInvitationSchema, response: { 201: invitationSchema } },
    },
    async ({ ctx, body }, reply) => reply.code(201).send(await inviteMember(ctx, body)),
  );

  app.delete(
    '/invitations/:invitation_id',
    {
      config: writes('portal.revoke-invitation', 'Revoke an invitation; its link opens nothing any more.'),
      schema: { params: ofInvitation, response: { 200: doneSchema } },
    },
    async ({ ctx, params: { invitation_id: invitationId } }) => revokeInvitation(ctx, invitationId),
  );
};
