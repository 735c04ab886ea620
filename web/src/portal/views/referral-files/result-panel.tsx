import { Section } from '#ui/section.tsx';
import { usePortal, usePortalAction } from '#portal/api.ts';
import { formatCount } from '#portal/views/files/file-messages.ts';
import { people, rowsOf, type ReferralFile } from './messages.ts';
import { formatWhen } from '#portal/when.tsx';

/** The progress, with buttons to stop and continue, and the result. */
export function ResultPanel({ file }: { readonly file: ReferralFile }) {
  const { counts } = file;
  if (counts === null) return null;
  return (
    <Section title="Result">
      <div className="grid gap-2 p-3">
        {file.status === 'applying' && <Progress file={file} ready={counts.ready} />}
        {file.finished_at !== null && <Outcome file={file} ready={counts.ready} />}
      </div>
    </Section>
  );
}

type Props = { readonly file: ReferralFile; readonly ready: number };

function Progress({ file, ready }: Props) {
  const { may } = usePortal();
  const stop = usePortalAction('POST /referral-files/{file_id}/stop', 'The file was stopped');
  return (
    <>
      <div role="status">
        <progress className="bar" aria-label="Done" value={file.done} max={Math.max(1, ready)} />
        <p>
          {formatCount(file.done)} of {rowsOf(ready)} done. You can leave this page.
        </p>
      </div>
      {may('referrals.write') && (
        <div className="flex flex-wrap items-center gap-3">
          <button
            type="button"
            className="button"
            disabled={stop.isPending}
            onClick={() => stop.mutate({ path: { file_id: file.id } })}
          >
            Stop
          </button>
          <span className="text-soft">
            Borrowers already invited stay invited. The rest won’t be invited unless you continue.
          </span>
          {stop.error !== null && (
            <span role="alert" className="text-bad">
              {stop.error.message}
            </span>
          )}
        </div>
      )}
    </>
  );
}

function Resume({ file, left }: { readonly file: ReferralFile; readonly left: number }) {
  const { may } = usePortal();
  const resume = usePortalAction('POST /referral-files/{file_id}/resume', 'Resuming the file');
  if (!may('referrals.write')) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        className="button"
        disabled={resume.isPending}
        onClick={() => resume.mutate({ path: { file_id: file.id } })}
      >
        Continue
      </button>
      <span className="text-soft">Refers the remaining {rowsOf(left)}.</span>
      {resume.error !== null && (
        <span role="alert" className="text-bad">
          {resume.error.message}
        </span>
      )}
    </div>
  );
}

function Outcome({ file, ready }: Props) {
  const left = ready - file.done;
  return (
    <>
      <p>
        {file.status === 'stopped' ? 'Stopped' : 'Done'} {formatWhen(file.finished_at ?? '')}: {people(file.referred)}{' '}
        referred
        {(file.not_contacted ?? 0) > 0 &&
          `, ${formatCount(file.not_contacted ?? 0)} of them on the do-not-contact list`}
        {file.overtaken > 0 && `; ${rowsOf(file.overtaken)} skipped because another call referred them first`}.
      </p>
      {file.status === 'stopped' && left > 0 && (
        <p>
          {rowsOf(left)} {left === 1 ? 'was' : 'were'} not referred.{' '}
          {file.referred > 0 && 'Borrowers already invited stay invited. '}
          {!file.can_resume && 'To continue, upload the file again: borrowers already referred are skipped.'}
        </p>
      )}
      {file.can_resume && <Resume file={file} left={left} />}
      {file.leave_out !== null && file.leave_out > 0 && (
        <p>
          {rowsOf(file.leave_out)} {file.leave_out === 1 ? 'was' : 'were'} left out from the start. Select their
          category below to see why.
        </p>
      )}
    </>
  );
}
