import { useState } from 'react';
import { usePortal, usePortalAction } from '#portal/api.ts';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';

const channels = [
  ['phone', 'By phone'],
  ['email', 'By email'],
  ['in_person', 'In person'],
  ['chat', 'By chat'],
  ['letter', 'By letter'],
] as const;

const members = ['attestor_name', 'attestation', 'confirmed_at'] as const;

/** What the institution vouches for instead of the borrower's own answer. */
export function AttestForm({ id, onDone }: { readonly id: string; onDone(): void }) {
  const [name, setName] = useState('');
  const [channel, setChannel] = useState<(typeof channels)[number][0]>('phone');
  const [words, setWords] = useState('');
  const [confirmedAt, setConfirmedAt] = useState('');
  const isReady = name.trim() !== '' && words.trim().length >= 20;
  const action = usePortalAction(
    'POST /referrals/{referral_id}/attest',
    'Attested. The referral is active now.',
    onDone,
  );
  const confirmed = confirmedAt === '' ? {} : { confirmed_at: new Date(confirmedAt).toISOString() };
  const body = { attestor_name: name.trim(), channel, attestation: words.trim(), ...confirmed };
  return (
    <Section title="Attest a warm handoff">
      <Vouched />
      <Form
        label="Attest a warm handoff"
        ready={isReady}
        pending={action.isPending}
        error={action.error}
        members={members}
        submit="Attest"
        onSubmit={() => action.mutate({ path: { referral_id: id }, body })}
        cancel="Cancel"
        onCancel={onDone}
      >
        <TextField
          label="Who spoke with the borrower"
          value={name}
          maxLength={120}
          onChange={setName}
          problem={problemOf(action.error, 'attestor_name')}
        />
        <SelectField label="How" value={channel} onChange={setChannel} options={channels} />
        <TextField
          label="When the borrower agreed (optional)"
          type="datetime-local"
          value={confirmedAt}
          hint="In your time zone; leave empty for now. At most 30 days ago, because our team calls based on it."
          onChange={setConfirmedAt}
          problem={problemOf(action.error, 'confirmed_at')}
        />
        <TextField
          className="sm:col-span-full"
          label="What the borrower was told and agreed to"
          rows={3}
          value={words}
          maxLength={1000}
          hint="At least 20 characters, in your own words."
          onChange={setWords}
          problem={problemOf(action.error, 'attestation')}
        />
      </Form>
    </Section>
  );
}

function Vouched() {
  const { mode } = usePortal();
  return (
    <div className="max-w-prose px-3 pt-3">
      <p>
        You’re confirming that your institution told the borrower who will call and why, and that the borrower wants the
        call. We keep your words as the record, and won’t wait for the borrower’s own response.
      </p>
      <p className="mt-1 font-semibold">
        {mode === 'live'
          ? 'Our team gives this borrower priority. Attest only to what the borrower was actually told.'
          : 'No one is called in test mode.'}
      </p>
    </div>
  );
}
