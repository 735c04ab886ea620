import { useState } from 'react';
import type { Person } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { useAction } from '#board/action.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';

/** What keeps the case from being erased, and the form that sets or lifts it. */
export function LegalHolds({ person }: { readonly person: Person }) {
  const { consultation_id: id, legal_holds: holds } = person;
  const ofCase = holds.some(({ kind }) => kind === 'case');
  return (
    <div>
      <h3 className="font-semibold">Legal hold</h3>
      {holds.length === 0 && (
        <p className="text-soft">None. Data is erased on request and when its retention period ends.</p>
      )}
      <ul>
        {holds.map((hold) => (
          <li key={hold.id} className="border-l-4 border-l-bad pl-2">
            <span className="break-words">{hold.reason}</span>
            <span className="block text-[0.85em] text-soft">
              {hold.kind === 'institution' ? 'on the whole institution, ' : ''}
              {hold.placed_by}, <time dateTime={hold.placed_at}>{formatDateTime(hold.placed_at)}</time>
            </span>
          </li>
        ))}
      </ul>
      <HoldForm key={String(ofCase)} caseId={id} lifts={ofCase} />
    </div>
  );
}

function HoldForm({ caseId, lifts }: { readonly caseId: string; readonly lifts: boolean }) {
  const [reason, setReason] = useState('');
  const action = useAction(
    `POST /cases/{consultation_id}/legal-hold${lifts ? '/lift' : ''}`,
    lifts ? 'Legal hold lifted.' : 'Legal hold set.',
    { inline: true },
  );
  return (
    <Form
      label={lifts ? 'Lift the legal hold' : 'Set a legal hold'}
      submit={lifts ? 'Lift' : 'Set legal hold'}
      ready={reason.trim() !== ''}
      pending={action.isPending}
      error={action.error}
      members={['reason']}
      onSubmit={() => action.mutate({ path: { consultation_id: caseId }, body: { reason: reason.trim() } })}
    >
      <TextField
        className="col-span-full"
        label={lifts ? 'Why it can be lifted' : 'Why it must be kept'}
        hint="Name the proceeding, not the person: this text is never erased."
        maxLength={500}
        value={reason}
        problem={problemOf(action.error, 'reason')}
        onChange={setReason}
      />
    </Form>
  );
}
