import { useState } from 'react';
import type { Appraisal } from '#api/types.ts';
import { formatCentsExact } from '#lib/money.ts';
import { useAppraisalChange } from './appraisal-change.ts';

type Plan = Appraisal['release'];
type Reason = NonNullable<Appraisal['versions'][number]['reason']>;

const reasons: Readonly<Record<Reason, string>> = {
  included: 'Included in their plan or program',
  paid_otherwise: 'Paid otherwise',
  goodwill: 'Goodwill, no payment',
};

const messages: Readonly<Record<Plan['message'], string>> = {
  email: 'The owner gets one email with the link.',
  text: 'The owner gets one text with the link.',
  stopped: 'No message is sent because the owner wants no more contact. The link is shown here.',
  nobody: 'No message is sent because there’s no address or number. The link is shown here.',
  test: 'This is a test case, so no message is sent.',
};

function paymentText({ payment, payment_cents: cents }: Plan): string {
  const amount = formatCentsExact(cents ?? 0);
  switch (payment) {
    case 'capture':
      return `The ${amount} held for research is charged once.`;
    case 'by_hand':
      return `Releasing doesn’t charge the card. Capture the ${amount} yourself once the owner has the link.`;
    case 'charged':
      return 'Nothing more is charged; the research was already charged.';
    case 'included':
      return 'Nothing is charged; representation includes it.';
    case 'none':
      return 'Nothing is charged because no hold exists for research. Give a reason for releasing it.';
  }
}

type AppraisalReleaseProps = {
  readonly caseId: string;
  readonly appraisal: Appraisal;
  /** The form has changes that are not saved, or are being saved. */
  readonly isEdited: boolean;
};

/** Lists the effects before the button, because a release cannot be undone. */
export function AppraisalRelease({ caseId, appraisal, isEdited }: AppraisalReleaseProps) {
  const { release: plan, revision, versions, draft } = appraisal;
  const [reason, setReason] = useState<Reason | ''>('');
  const change = useAppraisalChange('POST /cases/{consultation_id}/appraisal/release', caseId, 'Appraisal released.');
  const number = (versions[0]?.number ?? 0) + 1;
  const ready = plan.problems.length === 0 && (!plan.reason_required || reason !== '');
  const release = (): void => change.mutate({ revision, ...(plan.reason_required && reason !== '' ? { reason } : {}) });
  return (
    <div role="group" aria-label="Release" className="grid gap-2 border-t border-line pt-2">
      <h3 className="font-semibold">What happens when you release version {number}</h3>
      <ul className="list-disc pl-5">
        <li>The saved draft becomes version {number} and can no longer be changed.</li>
        {plan.delivers && (
          <li>The consultation is marked delivered, and the owner’s checkout opens if they have one.</li>
        )}
        <li>{messages[plan.message]}</li>
        <li>{paymentText(plan)}</li>
      </ul>
      {draft !== null && draft.offer !== null && draft.value_cents < draft.offer.cents && (
        <p role="note" className="rounded-md bg-warn-soft px-2.5 py-1 font-semibold text-warn">
          The value of {formatCentsExact(draft.value_cents)} is below the insurer’s offer of{' '}
          {formatCentsExact(draft.offer.cents)}
          {draft.offer.basis === 'stated' ? ', which may or may not include tax and fees' : ''}. This doesn’t help the
          owner. Review the comparables.
        </p>
      )}
      {plan.reason_required && <ReasonField reason={reason} onChange={setReason} />}
      {plan.problems.map((text) => (
        <p key={text} className="text-warn">
          {text}
        </p>
      ))}
      {isEdited && <p className="text-warn">Save the draft before you release it.</p>}
      <ReleaseButton number={number} disabled={!ready || isEdited || change.isPending} onRelease={release} />
      {change.error !== null && (
        <p role="alert" className="text-bad">
          {change.error.message}
        </p>
      )}
    </div>
  );
}

type ReasonFieldProps = { readonly reason: Reason | ''; onChange(reason: Reason | ''): void };

const ReasonField = ({ reason, onChange }: ReasonFieldProps) => (
  <label className="text-soft">
    Why nothing is charged
    <select className="field" value={reason} onChange={(event) => onChange(event.target.value as Reason | '')}>
      <option value="">Choose…</option>
      {Object.entries(reasons).map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  </label>
);

type ReleaseButtonProps = { readonly number: number; readonly disabled: boolean; onRelease(): void };

/** Confirmed before it is done; No has the focus, so that pressing Enter twice does nothing. */
function ReleaseButton({ number, disabled, onRelease }: ReleaseButtonProps) {
  const [confirming, setConfirming] = useState(false);
  if (!confirming)
    return (
      <button type="button" className="button-main" disabled={disabled} onClick={() => setConfirming(true)}>
        Release version {number}
      </button>
    );
  const release = (): void => {
    setConfirming(false);
    onRelease();
  };
  return (
    <span role="group" aria-label="Release it now?" className="flex flex-wrap items-center gap-2">
      <span className="text-bad">Release it now? Unsaved changes are not in it.</span>
      <button type="button" className="button border-bad text-bad" onClick={release}>
        Yes, release
      </button>
      <button type="button" className="button" autoFocus onClick={() => setConfirming(false)}>
        No
      </button>
    </span>
  );
}
