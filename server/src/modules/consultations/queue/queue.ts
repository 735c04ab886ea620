import type { Tx } from '#context';
import { nextOpening } from '#lib/calling/calling-hours';
import { addSeconds } from '#lib/time/dates';
import type { WindowRow } from '../contacts/window-store.ts';
import { capsIn, phoneBusyS } from '../rules.ts';
import type { NextCall } from './schemas.ts';
import { listOutlook, waitReasons } from './store.ts';

/**
 * Why no call is possible now: the reason of the first customer who becomes callable, and when. A number that is free
 * only after the hours have closed waits for the hours.
 */
export async function explainNobody(tx: Tx, windows: readonly WindowRow[]): Promise<NextCall> {
  const now = tx.clock.now();
  const rules = tx.config.callingHours;
  const outlook = await listOutlook(
    tx.db,
    now,
    windows.map((window) => ({ key: window.key, caps: capsIn(tx.config, window) })),
  );
  if (outlook.length === 0) return toNoNextCall(tx, { opensAt: undefined, reason: 'nobody_waits' });
  const openings = outlook.flatMap((waiting) => {
    const window = windows.find(({ key }) => key === waiting.window_key);
    return waitReasons.flatMap((reason) => {
      const from = waiting[reason];
      const opensAt = window && from && nextOpening(rules, window, from);
      if (opensAt === undefined || opensAt === null || from === null) return [];
      // Callable now but not returned: another caller is getting it at this moment.
      if (opensAt <= now) return [{ opensAt: addSeconds(now, phoneBusyS), reason: 'busy' as const }];
      return [{ opensAt, reason: opensAt > from ? ('outside_calling_hours' as const) : reason }];
    });
  });
  const [first] = openings.toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime());
  return toNoNextCall(tx, { opensAt: first?.opensAt, reason: first?.reason ?? 'outside_calling_hours' });
}

type NoNextCall = { readonly opensAt: Date | undefined; readonly reason: NonNullable<NextCall['reason']> };

const toNoNextCall = (tx: Tx, { opensAt, reason }: NoNextCall): NextCall => ({
  none: true,
  consultation: null,
  phone: null,
  why: [],
  attempts: null,
  callback_at: null,
  lease_until: null,
  local_time: null,
  rule_version: tx.config.callingHours.version,
  may_call: false,
  opens_at: opensAt?.toISOString() ?? null,
  reason,
});
