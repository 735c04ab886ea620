import type { HoldView } from '#modules/checkout';
import type { getClosing } from '#modules/consultations';
import type { BoardClosing } from '../payment-schemas.ts';

type Closing = Awaited<ReturnType<typeof getClosing>>;
type Known = { readonly closing: Closing; readonly holds: readonly HoldView[] };

/** While one is in these a case does not close, whatever its dates say. */
const open: readonly HoldView['state'][] = ['page_open', 'held', 'saved', 'charge_failed'];

/** With names instead of ids, and without a date while money is open. */
export function toClosing({ closing, holds }: Known, names: ReadonlyMap<string, string>): BoardClosing {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  const history = closing.history.map((entry) => ({ ...entry, staff_id: nameOf(entry.staff_id) }));
  const [last] = history;
  return {
    ...closing,
    closes_at: holds.some(({ state }) => open.includes(state)) ? null : closing.closes_at,
    history,
    closed_by: last?.action === 'closed' ? last.staff_id : null,
  };
}
