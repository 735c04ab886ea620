import { formatCents } from '#lib/money.ts';
import { usePortalQuery, type Response } from '#portal/api.ts';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { formatWhen } from '#portal/when.tsx';

type Timeline = Response<'GET /referrals/{referral_id}/timeline'>;
type Entry = Timeline['data'][number];

/** Past events, oldest first, and upcoming ones. */
export function ReferralTimeline({ id }: { readonly id: string }) {
  const { data, error } = usePortalQuery('GET /referrals/{referral_id}/timeline', { path: { referral_id: id } });
  const [first] = data?.data ?? [];
  return (
    <Section title="Timeline" note="oldest first">
      {error !== null && <ErrorMessage error={error} back="Go to the portal" />}
      {data === undefined && error === null && <p className="p-3 text-soft">Loading</p>}
      <ol>
        {data?.data.map((entry, index) => (
          <li
            key={`${entry.at} ${entry.kind} ${index}`}
            className={`border-t border-line px-3 py-2 first:border-t-0 ${entry.ahead ? 'border-dashed text-soft' : ''}`}
          >
            <p className="break-words">
              <bdi>{entry.text}</bdi>
              {amountsOf(entry)}
            </p>
            {entry.note !== null && (
              <p className="break-words">
                Note: <bdi>{entry.note}</bdi>
              </p>
            )}
            <p className="text-[0.9em] text-soft">
              <time dateTime={entry.at}>
                {entry.ahead ? 'Upcoming: ' : ''}
                {formatWhen(entry.at)}
              </time>
              {whoOf(entry)}
            </p>
          </li>
        ))}
      </ol>
      {data !== undefined && first !== undefined && isOlder(first.at, data.api_edits_days) && (
        <p className="border-t border-line p-3 text-soft">
          API edits are shown for {data.api_edits_days} days, the retention period for events.
        </p>
      )}
    </Section>
  );
}

const isOlder = (at: string, days: number): boolean => Date.now() - Date.parse(at) > days * 86_400_000;

function whoOf({ by, who }: Entry): string {
  if (by === null) return '';
  if (by === 'institution') return `, ${who ?? 'your institution'}`;
  return by === 'borrower' ? ', the borrower' : ', our team';
}

function amountsOf({ settlement_cents: settled, improvement_cents: gained }: Entry): string {
  if (settled === null) return '';
  const more = gained === null ? '' : `, ${formatCents(gained)} more than first offered`;
  return ` The insurer is paying ${formatCents(settled)}${gained !== null && gained > 0 ? more : ''}.`;
}
