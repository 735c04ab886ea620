import { Link, useParams } from '@tanstack/react-router';
import { ErrorMessage, StaleWarning } from '#ui/error-message.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalQuery } from '#portal/api.ts';
import { describeFormat, formatCount, wordsOfProblem } from '#portal/views/files/file-messages.ts';
import { formatWhen } from '#portal/when.tsx';
import { ApplyPanel } from './apply-panel.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { OutcomePanel } from './outcome-panel.tsx';
import { Preview } from './preview.tsx';
import { wordsOfStatus, type RosterFile as File } from './messages.ts';

const moving: readonly File['status'][] = ['uploading', 'reading', 'applying', 'undoing'];
const previewed: readonly File['status'][] = ['planned', 'void', 'applying', 'applied', 'stopped', 'undoing', 'undone'];
const mappable: readonly File['status'][] = ['uploaded', 'planned', 'void', 'failed'];

/** One file on its way: columns, preview, apply, result, undo. */
export function RosterFile() {
  const { institutionId, mode, may } = usePortal();
  const { fileId = '' } = useParams({ strict: false }) as { readonly fileId?: string };
  // Polls while a worker processes the file.
  const settled = usePortalQuery('GET /rosters/{file_id}', { path: { file_id: fileId } });
  const isMoving = settled.data !== undefined && moving.includes(settled.data.status);
  usePortalQuery('GET /rosters/{file_id}', { path: { file_id: fileId }, enabled: isMoving, refetchInterval: 1000 });
  const { data: file, error } = settled;
  useTitle(file?.name ?? 'Roster file');
  if (file === undefined)
    return error === null ? (
      <p className="text-soft">Loading</p>
    ) : (
      <ErrorMessage error={error} back="Go to the portal" />
    );
  const writes = may('rosters.write');
  return (
    <div className="grid gap-4">
      <p>
        <Link to="/$institutionId/$mode/rosters" params={{ institutionId, mode }} className="text-accent underline">
          All rosters
        </Link>
      </p>
      <Head file={file} />
      {error !== null && <StaleWarning error={error} />}
      {file.status === 'reading' && (
        <p role="status" className="panel p-3">
          Reading the file: {formatCount(file.rows_read)} rows so far. You can leave this page.
        </p>
      )}
      {file.problem !== null && file.status !== 'applied' && (
        <p role="alert" className="panel p-3 text-bad">
          {wordsOfProblem(file.problem)}
        </p>
      )}
      {previewed.includes(file.status) && file.applied_at !== null && <OutcomePanel file={file} />}
      {file.status === 'planned' && writes && <ApplyPanel key={file.planned_at} file={file} />}
      {previewed.includes(file.status) && <Preview key={`preview-${file.planned_at}`} file={file} />}
      {mappable.includes(file.status) && writes && file.file_stored && (
        <ColumnMapping key={`columns-${file.id}`} file={file} />
      )}
    </div>
  );
}

function Head({ file }: { readonly file: File }) {
  return (
    <header>
      <h1 className="text-xl font-bold break-all">{file.name}</h1>
      <p className="font-semibold">{wordsOfStatus(file)}</p>
      <p className="text-soft">
        {describeFormat(file)}, uploaded {formatWhen(file.created_at)}
      </p>
    </header>
  );
}
