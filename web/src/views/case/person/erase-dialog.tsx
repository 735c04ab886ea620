import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { erasurePreviewQuery, isErasing } from '#api/case-queries.ts';
import type { ErasurePreview, ErasureReason, Person, PersonScope } from '#api/types.ts';
import { useAction } from '#board/action.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';

type EraseDialogProps = { readonly person: Person; readonly scope: PersonScope; readonly scopeText: string };

/** Lists what will be erased and kept, asks for a reason, and erases only after the user types the case number. */
export function EraseDialog({ person, scope, scopeText }: EraseDialogProps) {
  const [open, setOpen] = useState(false);
  const { data: preview, error } = useQuery(erasurePreviewQuery(person.consultation_id, scope, open));
  return (
    <>
      <p>
        <button
          type="button"
          className="button border-bad text-bad"
          disabled={isErasing(person)}
          onClick={() => setOpen(true)}
        >
          Erase…
        </button>
      </p>
      {open && (
        <Dialog
          title="Erase a person"
          description={`${person.number}: ${scopeText}. This can’t be undone.`}
          className="m-auto max-h-[90vh] w-[min(40rem,calc(100vw-2rem))] overflow-auto"
          focusTitle
          onClose={() => setOpen(false)}
        >
          {error !== null && <ErrorMessage error={error} />}
          {preview === undefined && error === null && <p className="mt-3">Checking all records…</p>}
          {preview !== undefined && (
            <>
              <WhatHappens preview={preview} />
              <EraseForm person={person} preview={preview} onAsked={() => setOpen(false)} />
            </>
          )}
          <div className="flex justify-end">
            <button type="button" className="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

const stopTexts: Readonly<Record<ErasurePreview['stops'][number], string>> = {
  legal_hold: 'One of these cases or its institution is under a legal hold. Lift it first.',
  money_open: 'A card hold is active or being processed. Capture or release it first.',
};

function WhatHappens({ preview: { cases, rows, stops } }: { readonly preview: ErasurePreview }) {
  const open = cases.filter((one) => one.open);
  return (
    <div className="mt-3 grid gap-3">
      {stops.map((stop) => (
        <p key={stop} role="alert" className="font-semibold text-bad">
          {stopTexts[stop]}
        </p>
      ))}
      <section>
        <h3 className="panel-title">What will be erased</h3>
        <ul className="mt-1 list-disc pl-5">
          <li>
            {cases.length === 1 ? 'One case' : `${cases.length} cases`} ({cases.map(({ number }) => number).join(', ')}
            ), {rows.toLocaleString('en-US')} rows.
          </li>
          {open.length > 0 && (
            <li>
              {open.map(({ number }) => number).join(', ')} {open.length === 1 ? 'is' : 'are'} open and will be closed
              first. Pending messages won’t be sent.
            </li>
          )}
          <li>Names, addresses, phone numbers, VINs, plates, claim and loan numbers.</li>
          <li>Messages, replies, notes, requests and appraisal text.</li>
          <li>The insurer’s reports and other files.</li>
        </ul>
      </section>
      <section>
        <h3 className="panel-title">What will be kept, and why</h3>
        <ul className="mt-1 list-disc pl-5">
          <li>Amounts, bills and the card provider’s ids, which accounting requires. A member’s VIN is on the bill.</li>
          <li>When and with what wording consent was given or withdrawn, as evidence.</li>
          <li>Fingerprints that record do-not-contact requests, used discounts and call counts.</li>
          <li>Backups, which can’t be edited; the person’s data stays in them until they expire.</li>
        </ul>
      </section>
    </div>
  );
}

const reasons: readonly (readonly [ErasureReason | '', string])[] = [
  ['', 'choose one'],
  ['asked_on_page', 'they asked on their own page'],
  ['asked_otherwise', 'they asked by phone, email or letter'],
  ['ordered', 'an authority ordered it'],
  ['submitted_by_mistake', 'it was submitted by mistake'],
];

type EraseFormProps = { readonly person: Person; readonly preview: ErasurePreview; onAsked(): void };

function EraseForm({ person, preview: { scope, stops }, onAsked }: EraseFormProps) {
  const [reason, setReason] = useState<ErasureReason | ''>('');
  const [typed, setTyped] = useState('');
  const action = useAction('POST /cases/{consultation_id}/erasure', 'The erasure begins.', {
    onSuccess: onAsked,
    inline: true,
  });
  const isTyped = typed.trim().toUpperCase() === person.number;
  return (
    <Form
      label="Erase"
      submit="Erase permanently"
      ready={reason !== '' && isTyped && stops.length === 0}
      pending={action.isPending}
      error={action.error}
      members={['reason', 'confirm']}
      onSubmit={() => {
        if (reason !== '')
          action.mutate({ path: { consultation_id: person.consultation_id }, body: { scope, reason, confirm: typed } });
      }}
    >
      <SelectField
        className="col-span-full"
        label="Why"
        value={reason}
        options={reasons}
        problem={problemOf(action.error, 'reason')}
        onChange={setReason}
      />
      <TextField
        className="col-span-full"
        label={`Type ${person.number} to confirm`}
        maxLength={64}
        mono
        value={typed}
        problem={problemOf(action.error, 'confirm')}
        onChange={setTyped}
      />
    </Form>
  );
}
