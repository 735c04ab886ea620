import { useState, type FormEvent } from 'react';
import type { Card } from '#api/types.ts';
import { humanize } from '#lib/format.ts';
import { useAction } from '#ui/action.tsx';

const outcomes = ['offer_supported', 'offer_low', 'inconclusive'];

/** The team's review of the insurer's offer, shared with the institution. */
export function ReviewPanel({ card }: { readonly card: Card }) {
  const review = useAction('Review recorded. The institution is notified.');
  const [status, setStatus] = useState('in_review');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const summary = String(form.get('summary') ?? '').trim();
    const completed = status === 'completed' ? { outcome: String(form.get('outcome')) } : {};
    const body = { status, ...completed, ...(summary === '' ? {} : { summary }) };
    review.mutate({ path: `/referrals/${card.source_id}/review`, body });
  };
  return (
    <section className="panel p-3" aria-labelledby="review">
      <h2 id="review" className="panel-title">
        Review for the institution
      </h2>
      <form className="mt-2 grid gap-2" onSubmit={submit}>
        <label className="text-soft">
          Status
          <select className="field" value={status} onChange={(event) => setStatus(event.target.value)}>
            <option value="in_review">in review</option>
            <option value="completed">completed</option>
          </select>
        </label>
        {status === 'completed' && (
          <label className="text-soft">
            Outcome
            <select className="field" name="outcome">
              {outcomes.map((outcome) => (
                <option key={outcome} value={outcome}>
                  {humanize(outcome)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="text-soft">
          Summary (shared with the institution)
          <textarea className="field block" name="summary" rows={2} maxLength={2000} />
        </label>
        <button type="submit" className="button" disabled={review.isPending}>
          Record
        </button>
      </form>
    </section>
  );
}
