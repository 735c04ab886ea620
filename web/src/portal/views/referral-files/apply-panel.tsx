import { useState } from 'react';
import { Section } from '#ui/section.tsx';
import { Form, TextField } from '#ui/form.tsx';
import { usePortal, usePortalAction } from '#portal/api.ts';
import { formatCount } from '#portal/views/files/file-messages.ts';
import { people, rowsOf, type ReferralFile } from './messages.ts';

/** What applying does, what must be confirmed for it, and the button. */
export function ApplyPanel({ file }: { readonly file: ReferralFile }) {
  const { mode } = usePortal();
  const { counts, leave_out: leaveOut } = file;
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(false);
  const apply = usePortalAction('POST /referral-files/{file_id}/apply', 'The borrowers are being referred');
  if (counts === null || leaveOut === null) return null;
  const isTyped = mode === 'test' || typed.trim().replaceAll(',', '') === String(counts.ready);
  return (
    <Section title="What will happen">
      <Words counts={counts} mode={mode} />
      {counts.ready > 0 && (
        <Form
          label="Refer"
          ready={isTyped && (leaveOut === 0 || left)}
          pending={apply.isPending}
          error={apply.error}
          members={[]}
          submit={`Refer ${people(counts.ready)}`}
          onSubmit={() =>
            apply.mutate({
              path: { file_id: file.id },
              body: { ready: counts.ready, leave_out: leaveOut },
            })
          }
        >
          {mode === 'live' && (
            <TextField
              className="sm:col-span-full"
              label={`Type the number of borrowers, ${formatCount(counts.ready)}, to refer them`}
              hint="An invitation that was sent cannot be taken back."
              value={typed}
              maxLength={9}
              onChange={setTyped}
            />
          )}
          {leaveOut > 0 && (
            <label className="flex items-start gap-2 sm:col-span-full">
              <input
                type="checkbox"
                className="mt-1"
                checked={left}
                onChange={(event) => setLeft(event.target.checked)}
              />
              <span>Leave out the {leaveOut === 1 ? 'row' : rowsOf(leaveOut)} that cannot be referred.</span>
            </label>
          )}
        </Form>
      )}
    </Section>
  );
}

type WordsProps = { readonly counts: NonNullable<ReferralFile['counts']>; readonly mode: 'live' | 'test' };

function Words({ counts: { ready }, mode }: WordsProps) {
  if (ready === 0) return <p className="p-3">Nothing: no row of this file can be referred.</p>;
  return (
    <div className="grid gap-2 px-3 pt-3">
      <p>
        <strong>
          {people(ready)} {ready === 1 ? 'is' : 'are'}{' '}
          {mode === 'test' ? 'referred.' : 'referred, and invited by email or text at once.'}
        </strong>{' '}
        {mode === 'test'
          ? 'This is test mode: nobody is contacted, and the invitations go to the mailbox of the sandbox.'
          : 'Texts wait for the hours in which they may be sent. Each borrower has 14 days to answer.'}
      </p>
      <p>
        Whoever is on the do-not-contact list is referred and not contacted. Who that is, the result says afterwards to
        those who may see contacts.
      </p>
      <p className="text-soft">
        Each referral is an event for your webhooks. A row whose car is referred by another call meanwhile is left out,
        and the result says so.
      </p>
    </div>
  );
}
