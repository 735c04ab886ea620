import type { Case } from '#api/types.ts';
import { formatDuration, formatTimeIn } from '#lib/format.ts';
import { useNow } from '#ui/time.tsx';

/** The promised callback, or when the case returns to the queue. */
export function NextAttempt({ caseDetail: { card, calling } }: { readonly caseDetail: Case }) {
  const now = useNow(10_000);
  if (card.closed_at !== null) return null;
  if (card.callback_at !== null) {
    const ahead = Date.parse(card.callback_at) - now;
    const [zone, ...others] = calling.zones;
    return (
      <p className={`mt-2 font-semibold ${ahead > 0 ? 'text-accent' : 'text-bad'}`}>
        Callback promised for {formatTimeIn(zone ?? 'UTC', Date.parse(card.callback_at))}
        {others.length === 0 ? ' their time' : ` in ${zone?.split('/').at(-1)?.replaceAll('_', ' ')}`},{' '}
        {ahead > 0 ? `in ${formatDuration(ahead)}` : `${formatDuration(ahead)} overdue`}
      </p>
    );
  }
  const next = card.next_call_at === null ? Number.NaN : Date.parse(card.next_call_at);
  // A number that was tried too often says itself from when it may be called.
  if (!(next > now) || card.held !== null || calling.reason === 'capped') return null;
  return <p className="mt-2 text-soft">Next attempt due in {formatDuration(next - now)}.</p>;
}
