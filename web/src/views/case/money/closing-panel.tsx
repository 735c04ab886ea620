import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { meQuery } from '#api/queries.ts';
import type { BodyOf, Case } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { useAction } from '#board/action.tsx';
import { useShortcuts } from '#ui/shortcuts.ts';
import { Ago } from '#ui/time.tsx';
import { hasRole } from '#views/shell.tsx';

type Reason = BodyOf<'POST /consultations/{consultation_id}/close'>['reason'];

const reasons: readonly (readonly [Reason, string])[] = [
  ['settled', 'Settled, nothing left to do'],
  ['paid', 'Everything is paid'],
  ['offer_fair', 'The offer is fair'],
  ['not_interested', 'The owner doesn’t want to continue'],
  ['no_answer', 'No longer responding'],
  ['duplicate', 'Duplicate of another case'],
  ['mistake', 'Created by mistake'],
  ['other', 'Another reason (say which)'],
];

/** Closes a case with a reason, or reopens it; shows when it closes automatically. */
export function ClosingPanel({ caseDetail }: { readonly caseDetail: Case }) {
  const { card } = caseDetail;
  if (card.closed_at !== null) return <ClosedCase caseDetail={caseDetail} />;
  if (card.lane === 'new' || card.lane === 'tried') return null;
  return <OpenCase caseDetail={caseDetail} />;
}

export const isReopened = ({ history }: Case['closing']): boolean =>
  history.some(({ action }) => action === 'reopened');

function ClosesByItself({ caseDetail: { closing, payments, money } }: { readonly caseDetail: Case }) {
  const { closes_at: closesAt } = closing;
  if (closesAt === null)
    return (
      <p className="mt-1 text-soft">
        {money.fee.due_cents > 0
          ? 'Won’t close automatically until the fee is charged or waived.'
          : 'Won’t close automatically while a card hold or saved card exists. Charge or release it first.'}
      </p>
    );
  return (
    <p className={closing.to_ask ? 'mt-1 text-warn' : 'mt-1 text-soft'}>
      {closing.to_ask ? (
        <>
          No activity for <Ago at={closing.quiet_since} />. Check with the owner; the case closes automatically on{' '}
          {formatDateTime(closesAt)}.
        </>
      ) : payments.settled_at === null ? (
        `Closes automatically on ${formatDateTime(closesAt)} if there is no activity.`
      ) : isReopened(closing) ? (
        `Settled and reopened. Closes automatically on ${formatDateTime(closesAt)}.`
      ) : (
        `Settled. Closes automatically when everything is paid or released, ${formatDateTime(closesAt)} at the latest.`
      )}
    </p>
  );
}

function OpenCase({ caseDetail }: { readonly caseDetail: Case }) {
  const { card } = caseDetail;
  const [open, setOpen] = useState(false);
  const close = useAction('POST /consultations/{consultation_id}/close', 'The case is closed.', {
    onSuccess: () => setOpen(false),
  });
  useShortcuts({ e: () => setOpen(true), ...(open ? { Escape: () => setOpen(false) } : {}) });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const note = String(form.get('note') ?? '').trim();
    const body = { reason: form.get('reason') as Reason, ...(note === '' ? {} : { note }) };
    close.mutate({ path: { consultation_id: card.id }, body });
  };
  return (
    <section className="panel p-3" aria-labelledby="closing">
      <h2 id="closing" className="panel-title">
        Close
      </h2>
      <ClosesByItself caseDetail={caseDetail} />
      {open ? (
        <form
          className="mt-2 grid gap-2"
          onSubmit={submit}
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        >
          <label className="text-soft">
            Why
            <select className="field" name="reason" autoFocus>
              {reasons.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <label className="text-soft">
            Note
            <input className="field" name="note" maxLength={500} />
          </label>
          <div className="flex gap-2">
            <button type="submit" className="button-main" disabled={close.isPending}>
              Close the case
            </button>
            <button type="button" className="button" onClick={() => setOpen(false)}>
              Keep it open
            </button>
          </div>
        </form>
      ) : (
        <button type="button" className="button mt-2" onClick={() => setOpen(true)}>
          Close the case <span className="key">E</span>
        </button>
      )}
    </section>
  );
}

/** Reasons for which a case closes with time alone. */
const closedAlone: readonly (string | null)[] = ['settled', 'paid', 'no_answer', 'expired'];

function closedBy({ closed_by: by, reason }: Case['closing']): string {
  if (by !== null) return `, by ${by}`;
  return closedAlone.includes(reason) ? ', automatically' : '';
}

function ClosedCase({ caseDetail: { card, closing } }: { readonly caseDetail: Case }) {
  const { data: me } = useQuery(meQuery);
  const [reason, setReason] = useState('');
  const reopen = useAction('POST /consultations/{consultation_id}/reopen', 'The case is open again.', {
    onSuccess: () => setReason(''),
  });
  const title = reasons.find(([value]) => value === closing.reason)?.[1] ?? closing.reason ?? 'no reason recorded';
  return (
    <section className="panel p-3" aria-labelledby="closing">
      <h2 id="closing" className="panel-title">
        Closed
      </h2>
      <p className="mt-1 text-soft">
        {formatDateTime(card.closed_at ?? '')}
        {closedBy(closing)}: {title}
      </p>
      {closing.may_reopen && hasRole(me?.role, 'lead') && (
        <form
          className="mt-2 grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            reopen.mutate({ path: { consultation_id: card.id }, body: { reason } });
          }}
        >
          <label className="text-soft">
            Reason for reopening
            <input
              className="field"
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          <button type="submit" className="button" disabled={reason.trim() === '' || reopen.isPending}>
            Reopen case
          </button>
        </form>
      )}
    </section>
  );
}
