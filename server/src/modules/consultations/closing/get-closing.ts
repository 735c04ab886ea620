import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import type { ClosingView } from './schemas.ts';
import { askedDays, mayReopen, quietDays, settledDays } from './rules.ts';
import { closingAad, findClosingFacts, listClosingRows } from './store.ts';

/** Why and by whom a case was closed or opened again, and when it closes by itself. */
export async function getClosing(ctx: Ctx, id: string): Promise<ClosingView> {
  const [facts, history] = await Promise.all([findClosingFacts(ctx.db, id), listClosingRows(ctx.db, id)]);
  const now = ctx.clock.now();
  const quietSince = facts?.quiet_since ?? now;
  const settledAt = facts?.settled_at ?? undefined;
  const reopenedAt = facts?.reopened_at ?? undefined;
  const since = settledAt !== undefined && reopenedAt !== undefined && reopenedAt > settledAt ? reopenedAt : settledAt;
  const closesAt = since === undefined ? addDays(quietSince, quietDays + askedDays) : addDays(since, settledDays);
  return {
    reason: facts?.closed_reason ?? null,
    may_reopen: mayReopen(facts?.closed_reason ?? null),
    quiet_since: quietSince.toISOString(),
    to_ask: settledAt === undefined && addDays(quietSince, quietDays) <= now,
    closes_at: closesAt.toISOString(),
    history: history.map(({ id, action, reason, sealed_note: sealed, staff_id, at }) => {
      const words = sealed === null ? null : ctx.vault.decrypt(sealed, closingAad(id));
      const said = reason === null ? { reason: words ?? '', note: null } : { reason, note: words };
      return { action, ...said, staff_id, at: at.toISOString() };
    }),
  };
}
