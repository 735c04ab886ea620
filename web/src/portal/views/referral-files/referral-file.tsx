import { Link, useParams } from '@tanstack/react-router';
import { ErrorMessage, StaleWarning } from '#ui/error-message.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalAction, usePortalQuery } from '#portal/api.ts';
import { ColumnChoice } from '#portal/views/files/column-choice.tsx';
import { describeFormat, wordsOfProblem } from '#portal/views/files/file-messages.ts';
import { ApplyPanel } from './apply-panel.tsx';
import { DryRun } from './dry-run.tsx';
import { ResultPanel } from './result-panel.tsx';
import { fieldWords, missingOf, rowsOf, statusWords, type Field, type ReferralFile as File } from './messages.ts';
import { formatWhen } from '#portal/when.tsx';

/** One file on its way: columns, dry run, apply, result. */
export function ReferralFile() {
  const { institutionId, mode, may } = usePortal();
  const { fileId = '' } = useParams({ strict: false }) as { readonly fileId?: string };
  // Polls while a worker processes the file.
  const settled = usePortalQuery('GET /referral-files/{file_id}', { path: { file_id: fileId } });
  const isMoving = settled.data?.status === 'applying';
  usePortalQuery('GET /referral-files/{file_id}', {
    path: { file_id: fileId },
    enabled: isMoving,
    refetchInterval: 1000,
  });
  const { data: file, error } = settled;
  useTitle(file?.name ?? 'Referral files');
  if (file === undefined)
    return error === null ? (
      <p className="text-soft">Loading</p>
    ) : (
      <>
        <h1 className="mb-2 text-xl font-bold">Referral files</h1>
        <ErrorMessage error={error} back="Go to the portal" />
      </>
    );
  const writes = may('referrals.write');
  const isOpen = file.status === 'uploaded' || file.status === 'checked';
  return (
    <div className="grid gap-4">
      <p>
        <Link
          to="/$institutionId/$mode/referrals/files"
          params={{ institutionId, mode }}
          className="text-accent underline"
        >
          All files
        </Link>
      </p>
      <Head file={file} />
      {error !== null && <StaleWarning error={error} />}
      {file.problem !== null && (
        <p role="alert" className="panel p-3 text-bad">
          {wordsOfProblem(file.problem)}
        </p>
      )}
      {file.applied_at !== null && <ResultPanel file={file} />}
      {file.status === 'checked' && writes && <ApplyPanel key={file.checked_at} file={file} />}
      {file.counts !== null && <DryRun key={`${file.checked_at}-${file.status}`} file={file} />}
      {isOpen && writes && <Columns key={`columns-${file.id}`} file={file} />}
    </div>
  );
}

function Columns({ file }: { readonly file: File }) {
  const save = usePortalAction('PUT /referral-files/{file_id}/mapping', 'The rows are checked');
  return (
    <ColumnChoice<Field>
      columns={file.columns}
      words={fieldWords}
      missing={missingOf}
      submit={file.is_mapped ? 'Check the rows again' : 'Check the rows'}
      pending={save.isPending}
      error={save.error}
      onSubmit={(mapping) => save.mutate({ path: { file_id: file.id }, body: { mapping } })}
    />
  );
}

function Head({ file }: { readonly file: File }) {
  return (
    <header>
      <h1 className="text-xl font-bold break-all">{file.name}</h1>
      <p className="font-semibold">{statusWords[file.status]}</p>
      <p className="text-soft">
        {rowsOf(file.rows)}, {describeFormat(file)}, uploaded {formatWhen(file.created_at)}
      </p>
      {file.cells_until !== null && (
        <p className="text-soft">The file’s contents will be removed {formatWhen(file.cells_until)}.</p>
      )}
    </header>
  );
}
