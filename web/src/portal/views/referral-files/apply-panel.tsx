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
  const apply = usePortalAction('POST /referral-files/{file_id}/apply', 'Referring the borrowers');
  if (counts === null || leaveOut === null) return null;
  const isTyped = mode === 'test' || typed.trim().replaceAll(',', '') === String(counts.ready);
  return (
    <Section title="Review and refer">
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
              hint="Sent invitations can’t be recalled."
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
  if (ready === 0) return <p className="p-3">Nothing to do: no rows in this file can be referred.</p>;
  return (
    <div className="grid gap-2 px-3 pt-3">
      <p>
        <strong>
          {people(ready)} will be {mode === 'test' ? 'referred.' : 'referred and invited immediately by email or text.'}
        </strong>{' '}
        {mode === 'test'
          ? 'This is test mode: no one is contacted, and the invitations go to the sandbox mailbox.'
          : 'Texts are sent only during permitted hours. Each borrower has 14 days to respond.'}
      </p>
      <p>
        Borrowers on the do-not-contact list are referred but not contacted. Users who can see contacts will find them
        in the result.
      </p>
      <p className="text-soft">
        Each referral sends an event to your webhooks. If another call refers a car first, its row is skipped and marked
        in the result.
      </p>
    </div>
  );
}
