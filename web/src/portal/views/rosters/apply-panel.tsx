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
  const apply = usePortalAction('POST /rosters/{file_id}/apply', 'The file is being applied');
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
      note={file.plan_ends_at === null ? '' : `This preview holds until ${formatWhen(file.plan_ends_at)}`}
    >
      <p className="px-3 pt-3">
        {total === 0
          ? 'Nothing would change: the roster is as the file says.'
          : `Adds ${formatCount(counts.add)}, changes ${formatCount(counts.change)} and removes ${formatCount(counts.remove)} enrollments; each change is an event for your webhooks. You can undo it for 24 hours, as long as the roster does not change otherwise.`}
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
              Enrollments that such a row names by its VIN stay as they are.
            </span>
          </label>
        )}
      </Form>
    </Section>
  );
}

function reasonOf(file: RosterFile, counts: NonNullable<RosterFile['counts']>): string {
  const many = counts.remove > 2 && counts.remove * 100 > counts.active * file.threshold_percent;
  const share = `Enrollments that are not in the file are removed. More than two removals that are more than ${file.threshold_percent} percent of the active enrollments (${formatCount(counts.active)}) must be confirmed: a file that was cut off would look the same.`;
  return many ? share : 'Some invalid rows name no vehicle, so one of the removals may be of such a row.';
}
