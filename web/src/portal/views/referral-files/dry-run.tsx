import { useState } from 'react';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { usePortal, usePortalQuery, useTenant } from '#portal/api.ts';
import { FilterButton } from '#portal/views/files/filter-button.tsx';
import { RowPager } from '#portal/views/files/row-pager.tsx';
import { ReferralLink } from '#portal/views/referrals/referral-link.tsx';
import {
  fieldWords,
  outcomeWords,
  wordsOfWarning,
  type Field,
  type FileRow,
  type Outcome,
  type ReferralFile,
} from './messages.ts';
import { urlAt } from '#portal/request.ts';

type Filter = Outcome | 'warned';
type Tab = readonly [filter: Filter, label: string, count: number];

/** What becomes of each row, or became of it. */
export function DryRun({ file }: { readonly file: ReferralFile }) {
  const [chosen, setChosen] = useState<Filter>();
  const tabs = tabsOf(file);
  const filter = chosen ?? tabs.find(([, , count]) => count > 0)?.[0] ?? 'ready';
  return (
    <Section title="Rows" note="Numbered as in your spreadsheet; the column names are row 1">
      <div role="group" aria-label="Show" className="flex flex-wrap gap-2 p-3">
        {tabs.map(([name, label, count]) => (
          <FilterButton
            key={name}
            label={label}
            count={count}
            pressed={filter === name}
            onPress={() => setChosen(name)}
          />
        ))}
      </div>
      <Rows key={filter} file={file} filter={filter} />
      <Downloads file={file} />
    </Section>
  );
}

function tabsOf({ counts, status, applied_at: applied, done, referred, overtaken }: ReferralFile): readonly Tab[] {
  if (counts === null) return [];
  const left: readonly Tab[] = [
    ['invalid', outcomeWords.invalid, counts.invalid],
    ['double', outcomeWords.double, counts.double],
    ['open', outcomeWords.open, counts.open],
    ['ended', outcomeWords.ended, counts.ended],
    ['warned', 'With warnings', counts.warned],
  ];
  const first: readonly Tab[] =
    applied === null
      ? [['ready', outcomeWords.ready, counts.ready]]
      : [
          ['referred', outcomeWords.referred, referred],
          // What a file that is done has not handled was erased meanwhile.
          status === 'applied'
            ? ['erased', outcomeWords.erased, counts.ready - done]
            : ['ready', wordsOfReady(status), counts.ready - done],
          ['overtaken', outcomeWords.overtaken, overtaken],
        ];
  const [main, ...others] = [...first, ...left];
  return main === undefined ? [] : [main, ...others.filter(([, , count]) => count > 0)];
}

/** Rows that are ready, by where their file is. */
const wordsOfReady = (status: ReferralFile['status']): string =>
  status === 'applying' ? 'Not referred yet' : status === 'checked' ? outcomeWords.ready : 'Not referred';

function Rows({ file, filter }: { readonly file: ReferralFile; readonly filter: Filter }) {
  const [after, setAfter] = useState<readonly number[]>([0]);
  const page = usePortalQuery('GET /referral-files/{file_id}/rows', {
    path: { file_id: file.id },
    query: { outcome: filter, after: String(after.at(-1) ?? 0) },
    refetchInterval: file.status === 'applying' ? 2000 : false,
  });
  if (page.error !== null) return <ErrorMessage error={page.error} back="Go to the portal" />;
  if (page.data === undefined) return <p className="p-3 text-soft">Loading</p>;
  const { data, next } = page.data;
  return (
    <>
      <DataTable
        caption="Rows of the file"
        columns={columnsOf(file)}
        rows={data}
        rowId={({ row }) => String(row)}
        empty="No rows of this kind."
      />
      <RowPager after={after} next={next} onMove={setAfter} />
    </>
  );
}

function Downloads({ file }: { readonly file: ReferralFile }) {
  const { base, mode } = useTenant();
  const { may } = usePortal();
  const path = { file_id: file.id };
  const rejected = (file.counts?.invalid ?? 0) + (file.counts?.double ?? 0);
  const sees = mode === 'test' || may('contacts.read');
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-2 border-t border-line p-3">
      <a
        className="text-accent underline"
        href={urlAt(base, 'GET /referral-files/{file_id}/result.csv', { path })}
        download
      >
        Download the result for each row (CSV)
      </a>
      {rejected > 0 && sees && file.cells_until !== null && (
        <a
          className="text-accent underline"
          href={urlAt(base, 'GET /referral-files/{file_id}/rejected.csv', { path })}
          download
        >
          Download rejected rows for correction (CSV)
        </a>
      )}
    </p>
  );
}

function What({ row, file }: { readonly row: FileRow; readonly file: ReferralFile }) {
  if (row.issues.length > 0)
    return (
      <ul>
        {row.issues.map(({ path, column, message }) => (
          <li key={path + message} className="text-bad">
            {column ?? fieldWords[path as Field] ?? (path === 'borrower' ? 'Borrower' : 'The row')} {message}
          </li>
        ))}
      </ul>
    );
  if (row.first_row !== null) return <>Same VIN as row {row.first_row}</>;
  if (row.referral_id === null)
    return <>{row.outcome === 'ready' ? wordsOfReady(file.status) : outcomeWords[row.outcome]}</>;
  return (
    <>
      {outcomeWords[row.outcome]}: <ReferralLink id={row.referral_id} />
    </>
  );
}

const columnsOf = (file: ReferralFile): readonly TableColumn<FileRow>[] => [
  { title: 'Row', cell: ({ row }) => row },
  { title: 'VIN', cell: ({ vin }) => <span className="font-mono break-all sm:whitespace-nowrap">{vin ?? ''}</span> },
  { title: 'Borrower', cell: ({ borrower }) => <span className="break-words">{borrower ?? 'removed'}</span> },
  { title: 'Result', cell: (row) => <What row={row} file={file} /> },
  { title: 'Warnings', cell: ({ warnings }) => warnings.map(wordsOfWarning).join('. ') },
];
