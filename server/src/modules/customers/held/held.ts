import { requireRole, requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { maskEmail } from '#lib/text/email';
import { maskPhone } from '#lib/text/phone';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { messageAad, type MessageContent } from '../messages/message-rules.ts';
import { recordUnsent } from '../messages/queue-message.ts';
import { customerMetrics } from '../metrics.ts';
import { groupId, groupsMax, heldDaysMax, heldKinds, messagesPerTurn, toHeldKind } from './held-rules.ts';
import type { HeldChange, HeldGroups } from './held-schemas.ts';
import {
  allowMessages,
  countHeld,
  dropMessages,
  expireMessages,
  listChannels,
  listHeldGroups,
  listHeldScopes,
} from './held-store.ts';

type ChangeHeld = { readonly id: string; readonly decision: 'allow' | 'drop' };

/**
 * Sends or withdraws the held messages of a group. Allowed messages count toward no budget, because a staff member
 * has decided about them.
 */
export async function changeHeld(ctx: Ctx, { id, decision }: ChangeHeld): Promise<HeldChange> {
  requireRole(ctx.actor, 'administrator');
  return transact(ctx, async (tx) => {
    const heldBy = (await listHeldScopes(tx.db)).find((row) => groupId(row.held_by) === id)?.held_by;
    if (heldBy === undefined) throw notFound('No messages are held under this id; somebody may have decided already.');
    const query = { heldBy, now: tx.clock.now(), limit: messagesPerTurn };
    const changed = await (decision === 'allow' ? allowMessages(tx.db, query) : drop(tx, query));
    return { changed: changed.length, more: changed.length === messagesPerTurn };
  });
}

async function drop(tx: Tx, query: Parameters<typeof dropMessages>[1]) {
  const dropped = await dropMessages(tx.db, query);
  recordUnsent(tx, dropped, 'dropped');
  return dropped;
}

/** Withdraws messages that were not allowed in time, and measures how many wait. */
export async function expireHeld(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const expired = await transact(ctx, async (tx) => {
    const rows = await expireMessages(tx.db, { before: addDays(now, -heldDaysMax), now, limit });
    recordUnsent(tx, rows, 'held_too_long');
    return rows;
  });
  const counts = new Map((await countHeld(ctx.db)).map(({ kind, messages }) => [kind, messages]));
  const { held } = ctx.metrics.of(customerMetrics);
  for (const kind of heldKinds) held.set({ kind }, counts.get(kind) ?? 0);
  return expired.length;
}

/** The channels on which a message about this subject was held and has not been allowed. */
export const listHeldChannels = async (ctx: Ctx, subjectId: string): Promise<readonly ('email' | 'text')[]> =>
  (await listChannels(ctx.db, subjectId)).map(({ channel }) => channel);

/** Messages that wait for a staff decision, by the limit that holds them. */
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

type Held = { readonly held_by: string; readonly message_id: string; readonly encrypted_content: Buffer };

function whose({ vault }: Ctx, row: Held): string | null {
  const [kind = '', ...name] = row.held_by.split('/');
  if (kind !== 'recipient') return name.join('/') || null;
  const { channel, to } = JSON.parse(
    vault.decrypt(row.encrypted_content, messageAad(row.message_id)),
  ) as MessageContent;
  return channel === 'email' ? maskEmail(to) : maskPhone(to);
}
