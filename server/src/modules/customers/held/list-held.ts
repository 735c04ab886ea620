import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { maskEmail } from '#lib/text/email';
import { maskPhone } from '#lib/text/phone';
import { messageAad, type MessageContent } from '../messages/message-rules.ts';
import { groupId, groupsMax, toHeldKind } from './held-rules.ts';
import type { HeldGroups } from './held-schemas.ts';
import { listHeldGroups } from './held-store.ts';

/** Messages that wait for somebody of the team, by what holds them back. */
export async function listHeld(ctx: Ctx): Promise<HeldGroups> {
  requireStaff(ctx.actor);
  const rows = await listHeldGroups(ctx.db, groupsMax + 1);
  return {
    object: 'list',
    data: rows.slice(0, groupsMax).map((row) => ({
      id: groupId(row.held_by),
      kind: toHeldKind(row.held_by),
      whose: whose(ctx, row),
      mails: row.mails,
      texts: row.texts,
      oldest_at: row.oldest_at.toISOString(),
    })),
    has_more: rows.length > groupsMax,
    next_cursor: null,
  };
}

type Held = { readonly held_by: string; readonly message_id: string; readonly sealed_content: Buffer };

function whose({ vault }: Ctx, row: Held): string | null {
  const [kind = '', ...name] = row.held_by.split('/');
  if (kind !== 'recipient') return name.join('/') || null;
  const { channel, to } = JSON.parse(vault.decrypt(row.sealed_content, messageAad(row.message_id))) as MessageContent;
  return channel === 'email' ? maskEmail(to) : maskPhone(to);
}
