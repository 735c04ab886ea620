import type { Actor } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { rateLimited, storageFull } from '#platform/errors';
import type { UploadMeter } from '#platform/http';
import { documentMetrics } from '../metrics.ts';
import { dayOf, secondsLeftOfDay, uploadBudgets, type UploadBudget } from '../rules.ts';
import { addUploadBytes, listUploadBytes, returnUploadBytes, type Spent } from './budget-store.ts';

/**
 * Reserved ahead of what has arrived. Small, because whoever opens connections and sends nothing holds so much of the
 * budget that all share; large enough that the largest file costs fifteen statements.
 */
const stepBytes = 1_048_576;

const clients: Partial<Record<Actor['kind'], string>> = { agent: 'agent', portal: 'institution' };

/**
 * Counts an upload against the budgets of its client (D-067). Bytes are reserved before they are written, so that
 * uploads at the same time cannot exceed a budget together; what arrived counts, whatever becomes of the file.
 */
export function meterUpload(ctx: Ctx): UploadMeter {
  const { refused, bytes: taken } = ctx.metrics.of(documentMetrics);
  const budgets = uploadBudgets(ctx.actor, ctx.config, ctx.vault);
  // An upload counts for the day on which it began, also when it ends after midnight.
  const counted = { names: budgets.map(({ name }) => name), day: dayOf(ctx.clock.now()) };
  let announced = 0;
  let reserved = 0;
  const refuse = (budget: UploadBudget) => {
    refused.inc({ reason: budget.kind });
    return rateLimited(secondsLeftOfDay(ctx.clock.now()));
  };
  return {
    async expect(bytes) {
      announced = bytes;
      const [free, spent] = await Promise.all([ctx.objects.freeBytes(), listUploadBytes(ctx.db, counted)]);
      if (free !== undefined && free < bytes) {
        refused.inc({ reason: 'full' });
        throw storageFull();
      }
      const over = findOver(budgets, spent, Math.max(1, bytes));
      if (over !== undefined) throw refuse(over);
    },
    async take(bytes) {
      if (bytes <= reserved) return;
      const ahead = Math.max(bytes, Math.min(announced, bytes + stepBytes));
      await transact(ctx, async (tx) => {
        const over = findOver(budgets, await addUploadBytes(tx.db, counted, ahead - reserved), 0);
        if (over !== undefined) throw refuse(over);
      });
      reserved = ahead;
    },
    async end(bytes) {
      taken.inc({ client: clients[ctx.actor.kind] ?? 'anonymous' }, Math.min(bytes, reserved));
      if (reserved > bytes) await returnUploadBytes(ctx.db, counted, reserved - bytes);
    },
  };
}

/** The first budget that is exceeded with these bytes more. */
const findOver = (budgets: readonly UploadBudget[], spent: readonly Spent[], more: number): UploadBudget | undefined =>
  budgets.find(({ name, mostBytes }) => (spent.find((one) => one.name === name)?.bytes ?? 0) + more > mostBytes);
