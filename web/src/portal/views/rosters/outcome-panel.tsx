import { Section } from '#ui/section.tsx';
import { usePortal, usePortalAction } from '#portal/api.ts';
import { formatCount, wordsOfProblem } from '#portal/views/files/file-messages.ts';
import type { RosterFile } from './messages.ts';
import { When } from '#portal/when.tsx';

/** The progress, the result, and undo. */
export function OutcomePanel({ file }: { readonly file: RosterFile }) {
  const { counts } = file;
  if (counts === null) return null;
  const changes = counts.add + counts.change + counts.remove;
  const undoing = file.status === 'undoing' || file.status === 'undone';
  // For a stopped file, undo reverts the changes made so far.
  const total = undoing ? file.changes_done : changes;
  const left = changes - file.changes_done;
  const done = undoing ? file.undo_done : file.changes_done;
  return (
    <Section title={undoing ? 'Undo' : 'Result'}>
      <div className="grid gap-2 p-3">
        {(file.status === 'applying' || file.status === 'undoing') && (
          <div role="status">
            <progress className="bar" aria-label="Done" value={done} max={Math.max(1, total)} />
            <p>
              {formatCount(done)} of {formatCount(total)} changes {undoing ? 'undone' : 'made'}. You can leave this
              page.
            </p>
          </div>
        )}
        {file.apply_finished_at !== null && (
          <p>
            {left > 0 ? 'Stopped' : 'Applied'} <When at={file.apply_finished_at} />:{' '}
            {formatCount(file.changes_done - file.overtaken)} changes made
            {file.overtaken > 0 && `, ${formatCount(file.overtaken)} skipped because another call changed them first`}.
          </p>
        )}
        {file.status === 'stopped' && left > 0 && (
          <p>
            {left === 1 ? '1 change was' : `${formatCount(left)} changes were`} not made. To make{' '}
            {left === 1 ? 'it' : 'them'}, upload the file again. Rows that are already applied stay unchanged.
          </p>
        )}
        {file.undo_finished_at !== null && (
          <p>
            Undone <When at={file.undo_finished_at} />. Removals and edits were reverted. Additions were canceled and
            won’t be billed.
            {file.undo_overtaken > 0 &&
              ` ${formatCount(file.undo_overtaken)} changes stay because another call changed those enrollments first.`}
          </p>
        )}
        {file.status === 'applied' && file.problem !== null && (
          <p className="text-warn">{wordsOfProblem(file.problem)}</p>
        )}
        {(file.status === 'applied' || (file.status === 'stopped' && file.can_undo)) && <Undo file={file} />}
      </div>
    </Section>
  );
}

function Undo({ file }: { readonly file: RosterFile }) {
  const { may } = usePortal();
  const undo = usePortalAction('POST /rosters/{file_id}/undo', 'Undoing the file');
  const until = file.undo_until;
  if (!may('rosters.write') || until === null) return null;
  if (!file.can_undo)
    return (
      <p className="text-soft">
        The undo period ended <When at={until} />.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        className="button"
        disabled={undo.isPending}
        onClick={() => undo.mutate({ path: { file_id: file.id } })}
      >
        Undo this file
      </button>
      <span className="text-soft">
        Until <When at={until} />, if the roster hasn’t changed in other ways.
      </span>
      {undo.error !== null && (
        <span role="alert" className="text-bad">
          {undo.error.message}
        </span>
      )}
    </div>
  );
}
