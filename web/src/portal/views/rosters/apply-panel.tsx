import { useState } from 'react';
import { Section } from '#ui/section.tsx';
import { Form, TextField } from '#ui/form.tsx';
import { usePortalAction } from '#portal/api.ts';
import { formatCount } from '#portal/views/files/file-messages.ts';
import type { RosterFile } from './messages.ts';
import { formatWhen } from '#portal/when.tsx';

/** What applying does, what must be confirmed for it, and the button. */
export function ApplyPanel({ file }: { readonly file: RosterFile }) {
  const { counts } = file;
  const [typed, setTyped] = useState('');
  const [leaveOut, setLeaveOut] = useState(false);
  const apply = usePortalAction('POST /rosters/{file_id}/apply', 'Applying the file');
  if (counts === null) return null;
  const total = counts.add + counts.change + counts.remove;
  const confirmed = !file.confirm_removals || typed.trim() === String(counts.remove);
  const ready = total > 0 && confirmed && (counts.invalid === 0 || leaveOut);
  const body = {
    ...(file.confirm_removals ? { confirm_removals: Number(typed) } : {}),
    ...(counts.invalid > 0 ? { leave_out_invalid: counts.invalid } : {}),
  };
  return (
    <Section
      title="Apply"
      note={file.plan_ends_at === null ? '' : `This preview is valid until ${formatWhen(file.plan_ends_at)}`}
    >
      <p className="px-3 pt-3">
        {total === 0
          ? 'No changes: the roster already matches the file.'
          : `Adds ${formatCount(counts.add)}, changes ${formatCount(counts.change)} and removes ${formatCount(counts.remove)} enrollments. Each change sends an event to your webhooks. You can undo it within 24 hours if the roster hasn’t changed in other ways.`}
      </p>
      <Form
        label="Apply"
        ready={ready}
        pending={apply.isPending}
        error={apply.error}
        members={[]}
        submit="Apply the file"
        onSubmit={() => apply.mutate({ path: { file_id: file.id }, body })}
      >
        {file.confirm_removals && (
          <TextField
            className="sm:col-span-full"
            label={`Type the number of removals, ${counts.remove}, to confirm them`}
            hint={reasonOf(file, counts)}
            value={typed}
            maxLength={9}
            onChange={setTyped}
          />
        )}
        {counts.invalid > 0 && (
          <label className="flex items-start gap-2 sm:col-span-full">
            <input
              type="checkbox"
              className="mt-1"
              checked={leaveOut}
              onChange={(event) => setLeaveOut(event.target.checked)}
            />
            <span>
              Leave out {counts.invalid === 1 ? 'the invalid row' : `the ${formatCount(counts.invalid)} invalid rows`}.{' '}
              Enrollments matching an invalid row’s VIN stay unchanged.
            </span>
          </label>
        )}
      </Form>
    </Section>
  );
}

function reasonOf(file: RosterFile, counts: NonNullable<RosterFile['counts']>): string {
  const many = counts.remove > 2 && counts.remove * 100 > counts.active * file.threshold_percent;
  const share = `Enrollments that aren’t in the file are removed. Confirm the removals because there are more than two and they exceed ${file.threshold_percent} percent of active enrollments (${formatCount(counts.active)}), which can mean the file was truncated.`;
  return many ? share : 'Some invalid rows have no readable VIN, so a vehicle to be removed may be in one of them.';
}
