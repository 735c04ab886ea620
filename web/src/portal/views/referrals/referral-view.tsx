import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePortal, usePortalQuery } from '#portal/api.ts';
import { When } from '#portal/when.tsx';
import { ErrorMessage, StaleWarning } from '#ui/error-message.tsx';
import { useTitle } from '#ui/title.ts';
import { AttestForm } from './attest-form.tsx';
import { CancelForm } from './cancel-form.tsx';
import { EditReferral } from './edit-referral.tsx';
import { ReferralDetails } from './referral-details.tsx';
import { ReferralDocuments } from './referral-documents.tsx';
import { ReferralSandbox } from './referral-sandbox.tsx';
import { ReferralTimeline } from './referral-timeline.tsx';
import type { PortalReferral } from './referral-types.ts';

const tones: Readonly<Record<string, string>> = {
  info: 'bg-accent-soft text-accent',
  success: 'bg-good-soft text-good',
  warning: 'bg-warn-soft text-warn',
};

/** One referral: its details, its timeline, and the actions possible now. */
export function ReferralView() {
  const { mode, institutionId } = usePortal();
  const { referralId = '' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  const { data, error } = usePortalQuery('GET /referrals/{referral_id}', { path: { referral_id: referralId } });
  useTitle('Referral');
  const back = (
    <p>
      <Link to="/$institutionId/$mode/referrals" params={{ institutionId, mode }} className="text-accent underline">
        All referrals
      </Link>
    </p>
  );
  if (data === undefined)
    return (
      <>
        {back}
        <h1 className="mt-4 mb-2 text-xl font-bold">Referral</h1>
        {error === null ? <p className="text-soft">Loading</p> : <ErrorMessage error={error} back="Go to the portal" />}
      </>
    );
  return (
    <div className="grid gap-4">
      {back}
      <Head one={data} />
      {error !== null && <StaleWarning error={error} />}
      {data.masked && (
        <p role="note" className="panel px-3 py-2">
          Your role can’t see who live borrowers are, so identifying details are masked.
        </p>
      )}
      <Actions one={data} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <ReferralDetails one={data} />
          <ReferralDocuments one={data} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ReferralTimeline id={data.referral.id} />
          {mode === 'test' && <ReferralSandbox id={data.referral.id} />}
        </div>
      </div>
    </div>
  );
}

function Head({ one: { referral, masked } }: { readonly one: PortalReferral }) {
  const { borrower, vehicle } = referral;
  return (
    <header>
      <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-bold">
        <bdi className="min-w-0 break-words">
          {masked ? 'Referral' : `${borrower.first_name} ${borrower.last_name}`.trim() || 'Referral'}
        </bdi>
        <span className={`rounded-md px-2 text-base font-semibold ${tones[referral.status_tone] ?? 'bg-ground'}`}>
          {referral.status_label}
        </span>
      </h1>
      <p className="text-soft">
        <bdi>
          {vehicle.year} {vehicle.make} {vehicle.model}
        </bdi>
        {referral.consultation_number !== null && `, case ${referral.consultation_number}`}
      </p>
      <p className="font-mono text-[0.9em] break-all text-soft">{referral.id}</p>
      <Next referral={referral} />
    </header>
  );
}

/** The next step, and who has to act; empty after the last step. */
function Next({ referral }: Pick<PortalReferral, 'referral'>) {
  const { mode } = usePortal();
  const { status, status_note: note, invitation_expires_at: until } = referral;
  if (referral.closed_at !== null) return null;
  if (mode === 'test')
    return <p className="mt-1">Test mode: use the steps under “In the sandbox” to move it forward.</p>;
  if (status === 'settled') return <p className="mt-1">The claim is settled. Our team still has to close the case.</p>;
  if (status === 'activated')
    return <p className="mt-1">Our team is working on the case. Updates appear on this page.</p>;
  if (status !== 'invited' || note !== null) return null;
  return (
    <p className="mt-1">
      The borrower can accept or decline until <When at={until} />.
    </p>
  );
}

type Panel = 'edit' | 'attest' | 'cancel';

/** One thing at a time, opened by its button. */
function Actions({ one }: { readonly one: PortalReferral }) {
  const [open, setOpen] = useState<Panel>();
  const close = (): void => setOpen(undefined);
  const offers: readonly (readonly [Panel, string, boolean])[] = [
    ['edit', 'Edit', one.can_edit.length > 0],
    ['attest', 'Attest a warm handoff', one.can_attest],
    ['cancel', 'Cancel the referral', one.can_cancel],
  ];
  const possible = offers.filter(([, , can]) => can);
  // An open form stays open even if its action is no longer possible, so that the input is not silently lost.
  if (open === 'edit') return <EditReferral one={one} onDone={close} />;
  if (open === 'attest') return <AttestForm id={one.referral.id} onDone={close} />;
  if (open === 'cancel') return <CancelForm id={one.referral.id} onDone={close} />;
  if (possible.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label="Actions">
      {possible.map(([panel, label]) => (
        <button key={panel} type="button" className="button" onClick={() => setOpen(panel)}>
          {label}
        </button>
      ))}
    </div>
  );
}
