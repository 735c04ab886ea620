import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalQuery } from '#portal/api.ts';
import { DropZone } from '#portal/views/files/drop-zone.tsx';
import { formatCount } from '#portal/views/files/file-messages.ts';
import { wordsOfStatus, type RosterFile } from './messages.ts';
import { When } from '#portal/when.tsx';

/** All roster files, and where another is uploaded. */
export function RosterFiles() {
  const { may, institutionId, mode } = usePortal();
  const navigate = useNavigate();
  const [before, setBefore] = useState<string>();
  const files = usePortalQuery('GET /rosters', { query: { before } });
  useTitle('Rosters');
  const show = (file: Pick<RosterFile, 'id'>): void =>
    void navigate({ to: '/$institutionId/$mode/rosters/$fileId', params: { institutionId, mode, fileId: file.id } });
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-bold">Rosters</h1>
      {may('rosters.write') && (
        <Section title="Upload a roster">
          <DropZone
            call="POST /rosters"
            title="Drop your roster here, or choose a file"
            hint="CSV or NDJSON with up to 1,000,000 rows and 256 MB, XLSX with up to 200,000 rows and 32 MB. Your roster doesn’t change until you review a preview and apply it."
            accept=".csv,.txt,.tsv,.xlsx,.ndjson,.jsonl"
            megabytesMax={256}
            onDone={show}
          />
        </Section>
      )}
      <Section title="Files" note="Deleted after 30 days">
        {files.error !== null && <ErrorMessage error={files.error} back="Go to the portal" />}
        {files.data === undefined ? (
          files.error === null && <p className="p-3 text-soft">Loading</p>
        ) : (
          <>
            <DataTable
              caption="Roster files"
              columns={columns}
              rows={files.data.data}
              rowId={({ id }) => id}
              empty="No roster files in this mode."
            />
            <p className="flex gap-2 px-3 py-2 empty:hidden">
              {before !== undefined && (
                <button type="button" className="button" onClick={() => setBefore(undefined)}>
                  Newest
                </button>
              )}
              {files.data.next !== null && (
                <button type="button" className="button" onClick={() => setBefore(files.data.next ?? undefined)}>
                  Older
                </button>
              )}
            </p>
          </>
        )}
      </Section>
    </div>
  );
}

function FileLink({ file }: { readonly file: RosterFile }) {
  const { institutionId, mode } = usePortal();
  return (
    <Link
      to="/$institutionId/$mode/rosters/$fileId"
      params={{ institutionId, mode, fileId: file.id }}
      className="break-all text-accent underline"
    >
      {file.name}
    </Link>
  );
}

const changes = ({ counts }: RosterFile): string =>
  counts === null
    ? ''
    : `${formatCount(counts.add)} added, ${formatCount(counts.change)} changed, ${formatCount(counts.remove)} removed`;

const columns: readonly TableColumn<RosterFile>[] = [
  { title: 'File', cell: (file) => <FileLink file={file} /> },
  { title: 'Uploaded', cell: ({ created_at: at }) => <When at={at} /> },
  { title: 'State', cell: wordsOfStatus },
  { title: 'Changes', cell: changes },
];
