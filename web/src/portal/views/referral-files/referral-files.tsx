import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalQuery } from '#portal/api.ts';
import { DropZone } from '#portal/views/files/drop-zone.tsx';
import { formatCount } from '#portal/views/files/file-messages.ts';
import { rowsOf, statusWords, type FileSummary, type ReferralFile } from './messages.ts';
import { When } from '#portal/when.tsx';
import { urlAt } from '#portal/request.ts';

/** All files of referrals, and where another is uploaded. */
export function ReferralFiles() {
  const { may, base, institutionId, mode } = usePortal();
  const navigate = useNavigate();
  useTitle('Referral files');
  const show = ({ id: fileId }: ReferralFile): void =>
    void navigate({ to: '/$institutionId/$mode/referrals/files/$fileId', params: { institutionId, mode, fileId } });
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-bold">Referral files</h1>
      {may('referrals.write') && (
        <Section title="Upload a file">
          <DropZone
            call="POST /referral-files"
            title="Drop a referral file here, or choose one"
            hint="CSV or XLSX with up to 5,000 rows and 8 MB, one row per totaled car. No one is referred or contacted until you’ve reviewed the rows and applied the file."
            accept=".csv,.txt,.tsv,.xlsx"
            megabytesMax={8}
            onDone={show}
          />
          <p className="px-3 pb-3">
            <a className="text-accent underline" href={urlAt(base, 'GET /referral-files/template.csv')} download>
              Download a template (CSV)
            </a>{' '}
            <span className="text-soft">It has all columns and one synthetic row. Your own column names work too.</span>
          </p>
        </Section>
      )}
      <History />
    </div>
  );
}

function History() {
  const [before, setBefore] = useState<string>();
  const files = usePortalQuery('GET /referral-files', { query: { before } });
  return (
    <Section title="Files" note="Contents are removed after 7 days, the record after 30">
      {files.error !== null && <ErrorMessage error={files.error} back="Go to the portal" />}
      {files.data === undefined ? (
        files.error === null && <p className="p-3 text-soft">Loading</p>
      ) : (
        <>
          <DataTable
            caption="Referral files"
            columns={columns}
            rows={files.data.data}
            rowId={({ id }) => id}
            empty="No referral files in this mode."
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
  );
}

function FileLink({ file }: { readonly file: FileSummary }) {
  const { institutionId, mode } = usePortal();
  return (
    <Link
      to="/$institutionId/$mode/referrals/files/$fileId"
      params={{ institutionId, mode, fileId: file.id }}
      className="break-all text-accent underline"
    >
      {file.name}
    </Link>
  );
}

function resultOf({ applied_at: applied, counts, referred, rows }: FileSummary): string {
  if (applied !== null) return `${formatCount(referred)} of ${rowsOf(rows)} referred`;
  return counts === null ? rowsOf(rows) : `${formatCount(counts.ready)} of ${rowsOf(rows)} ready`;
}

const columns: readonly TableColumn<FileSummary>[] = [
  { title: 'File', cell: (file) => <FileLink file={file} /> },
  { title: 'Uploaded', cell: ({ created_at: at }) => <When at={at} /> },
  { title: 'State', cell: ({ status }) => statusWords[status] },
  { title: 'Rows', cell: resultOf },
];
