import { requireRole } from '#actor';
import type { Ctx, Tx } from '#context';
import { nameSubject } from '#modules/audit';
import { transact } from '#platform/db';
import { addStaffMember, type NewStaffMember } from '../members/add-staff-member.ts';
import { composeSetupMail, type SetupMail } from './compose-setup-mail.ts';
import { issueSetup } from './issue-setup.ts';

export type QueueSetupMail = (tx: Tx, mail: SetupMail) => void;

/** A new member of the team, who gets a set-up link by mail; member and mail commit together. */
export async function inviteStaffMember(ctx: Ctx, input: NewStaffMember, queueMail: QueueSetupMail) {
  const actor = requireRole(ctx.actor, 'administrator');
  return transact(ctx, async (tx) => {
    const member = await addStaffMember(tx, input);
    nameSubject(actor, member.id);
    const setup = issueSetup(tx, member.id);
    queueMail(tx, composeSetupMail(member, setup));
    return { id: member.id, setup_expires_at: setup.expiresAt.toISOString() };
  });
}
