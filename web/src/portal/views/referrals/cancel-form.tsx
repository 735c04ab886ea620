import { useState } from 'react';
import { usePortal, usePortalAction } from '#portal/api.ts';
import { Section } from '#ui/section.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';

/** Cancels a referral that the borrower has not answered. */
export function CancelForm({ id, onDone }: { readonly id: string; onDone(): void }) {
  const { mode } = usePortal();
  const [reason, setReason] = useState('');
  const action = usePortalAction('POST /referrals/{referral_id}/cancel', 'Canceled.', onDone);
  return (
    <Section title="Cancel the referral">
      <p className="max-w-prose px-3 pt-3">
        The borrower’s link stops working, and unsent messages are canceled. This can’t be undone, but you can refer the
        borrower again. {mode === 'test' && 'No one was contacted in test mode.'}
      </p>
      <Form
        label="Cancel the referral"
        ready
        pending={action.isPending}
        error={action.error}
        members={['reason']}
        submit="Cancel the referral"
        cancel="Keep the referral"
        onCancel={onDone}
        onSubmit={() =>
          action.mutate({
            path: { referral_id: id },
            body: reason.trim() === '' ? {} : { reason: reason.trim() },
          })
        }
      >
        <TextField
          className="sm:col-span-2"
          label="Reason (optional)"
          value={reason}
          maxLength={200}
          hint="Shown with the referral."
          onChange={setReason}
          problem={problemOf(action.error, 'reason')}
        />
      </Form>
    </Section>
  );
}
