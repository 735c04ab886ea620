import { useState } from 'react';
import type { Card, Case } from '#api/types.ts';
import { formatDateTime, humanize } from '#lib/format.ts';
import { useAction } from '#board/action.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';

const statuses = [
  ['in_review', 'in review'],
  ['completed', 'completed'],
] as const;
const outcomes = ['offer_supported', 'offer_low', 'inconclusive'] as const;
const outcomeOptions = [
  ['', 'choose one'] as const,
  ...outcomes.map((outcome) => [outcome, humanize(outcome)] as const),
];

type Review = Case['review'];
type ReviewPanelProps = { readonly card: Card; readonly review: Review };

/** The team's review of the insurer's offer, shared with the institution: what is stored, and how to change it. */
export function ReviewPanel({ card, review }: ReviewPanelProps) {
  return (
    <section className="panel" aria-labelledby="review">
      <h2 id="review" className="panel-title px-3 pt-3">
        Review for the institution
      </h2>
      <p className="px-3 pt-1 text-soft">
        {review === null ? 'Not started.' : `Recorded ${formatDateTime(review.updated_at)}.`}
        {review?.status === 'completed' && ' A completed review can be corrected, not reopened.'}
      </p>
      {/* Begins again with what is stored whenever that changes. */}
      <ReviewForm key={review?.updated_at ?? 'none'} card={card} review={review} />
    </section>
  );
}

function ReviewForm({ card, review }: ReviewPanelProps) {
  const stored = {
    status: review?.status ?? '',
    outcome: review?.outcome ?? ('' as const),
    summary: review?.summary ?? '',
  };
  const [typed, setTyped] = useState({ ...stored, status: review?.status ?? 'in_review' });
  const record = useAction('POST /referrals/{referral_id}/review', 'Review recorded. The institution is notified.', {
    inline: true,
  });
  const summary = typed.summary.trim();
  const completed = typed.status === 'completed';
  const changed =
    typed.status !== stored.status || summary !== stored.summary || (completed && typed.outcome !== stored.outcome);
  // The service keeps a summary for good; it can be replaced, not taken away.
  const emptied = summary === '' && stored.summary !== '';
  const ready = changed && !emptied && (!completed || typed.outcome !== '');
  const { status, outcome } = typed;
  const body = { status, ...(completed && outcome !== '' ? { outcome } : {}), ...(summary === '' ? {} : { summary }) };
  return (
    <Form
      label="Review"
      submit="Record"
      ready={ready}
      pending={record.isPending}
      error={record.error}
      members={['status', 'outcome', 'summary']}
      onSubmit={() => record.mutate({ path: { referral_id: card.source_id }, body })}
    >
      <SelectField
        className="col-span-full"
        label="Status"
        value={typed.status}
        options={review?.status === 'completed' ? statuses.slice(1) : statuses}
        problem={problemOf(record.error, 'status')}
        onChange={(value) => setTyped({ ...typed, status: value })}
      />
      {completed && (
        <SelectField
          className="col-span-full"
          label="Outcome"
          value={typed.outcome}
          options={outcomeOptions}
          problem={problemOf(record.error, 'outcome')}
          onChange={(value) => setTyped({ ...typed, outcome: value })}
        />
      )}
      <TextField
        className="col-span-full"
        label="Summary (shared with the institution)"
        rows={3}
        maxLength={4000}
        value={typed.summary}
        problem={emptied ? 'You can replace the summary but not remove it.' : problemOf(record.error, 'summary')}
        onChange={(text) => setTyped({ ...typed, summary: text })}
      />
    </Form>
  );
}
