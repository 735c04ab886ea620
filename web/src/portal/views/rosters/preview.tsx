import { urlAt } from '#portal/request.ts';
import { useState } from 'react';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTenant, usePortalQuery } from '#portal/api.ts';
import { FilterButton } from '#portal/views/files/filter-button.tsx';
import { formatCount } from '#portal/views/files/file-messages.ts';
import { RowPager } from '#portal/views/files/row-pager.tsx';
import { actionWords, wordsOfWarning, type Action, type PlanRow, type RosterFile } from './messages.ts';

type Filter = Action | 'warned';
const actions: readonly Action[] = ['add', 'change', 'remove', 'unchanged', 'kept', 'invalid'];

/** The plan of a file, by what becomes of its rows. */
export function Preview({ file }: { readonly file: RosterFile }) {
  const { counts } = file;
  const first = actions.find((action) => (counts?.[action] ?? 0) > 0) ?? 'add';
  const [chosen, setChosen] = useState<Filter>();
  if (counts === null) return null;
  const filter = chosen ?? first;
  return (
    <Section
      title="Preview"
      note={`${formatCount(file.rows_read)} rows in the file, ${formatCount(counts.active)} active enrollments at the time`}
    >
      <div role="group" aria-label="Show" className="flex flex-wrap gap-2 p-3">
        {actions.map((action) => (
          <FilterButton
            key={action}
            label={actionWords[action]}
            count={counts[action]}
            pressed={filter === action}
            onPress={() => setChosen(action)}
          />
        ))}
        <FilterButton
          label="With warnings"
          count={counts.warned}
          pressed={filter === 'warned'}
          onPress={() => setChosen('warned')}
        />
      </div>
      <Rows key={filter} file={file} filter={filter} />
      <Downloads file={file} invalid={counts.invalid} />
    </Section>
  );
}

function Rows({ file, filter }: { readonly file: RosterFile; readonly filter: Filter }) {
  const [after, setAfter] = useState<readonly number[]>([0]);
  const kind = filter === 'warned' ? { warned: 'true' as const } : { action: filter };
  const page = usePortalQuery('GET /rosters/{file_id}/rows', {
    path: { file_id: file.id },
    query: { ...kind, after: String(after.at(-1) ?? 0) },
  });
  if (page.error !== null) return <ErrorMessage error={page.error} back="Go to the portal" />;
  if (page.data === undefined) return <p className="p-3 text-soft">Loading</p>;
  const { data, next } = page.data;
  return (
    <>
      <DataTable
        caption="Rows of the preview"
        columns={columns}
        rows={data}
        rowId={({ seq }) => String(seq)}
        empty="No rows in this category."
      />
      <RowPager after={after} next={next} onMove={setAfter} />
    </>
  );
}

function Downloads({ file, invalid }: { readonly file: RosterFile; readonly invalid: number }) {
  const { base } = useTenant();
  const path = { file_id: file.id };
  const key = 'GET /rosters/{file_id}/result.csv';
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-2 border-t border-line p-3">
      <a className="text-accent underline" href={urlAt(base, key, { path })} download>
        Download all rows (CSV)
      </a>
      {invalid > 0 && (
        <a className="text-accent underline" href={urlAt(base, key, { path, query: { action: 'invalid' } })} download>
          Download the invalid rows (CSV)
        </a>
      )}
    </p>
  );
}

type Members = NonNullable<PlanRow['after']>;
const memberWords: readonly (readonly [keyof Members, string])[] = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['external_ref', 'Reference'],
  ['plan', 'Plan'],
];

/** As "February 3, 2027": a file's 02/03/2027 can be read in two ways. */
const dayInWords = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What a row holds; of a change only what differs, before and after. */
function What({ row }: { readonly row: PlanRow }) {
  const { before, after } = row;
  if (row.erased) return <span className="text-soft">This member’s data was erased.</span>;
  if (before !== null && after !== null)
    return (
      <ul>
        {memberWords
          .filter(([name]) => before[name] !== after[name])
          .map(([name, words]) => (
            <li key={name}>
              {words}: <del className="text-bad">{before[name] ?? 'none'}</del>{' '}
              <ins className="text-good no-underline">{after[name] ?? 'none'}</ins>
            </li>
          ))}
      </ul>
    );
  const shown = after ?? before;
  if (shown !== null)
    return (
      <span className="break-words">
        {[
          `${shown.first_name} ${shown.last_name}`,
          shown.email,
          shown.phone,
          shown.external_ref,
          shown.plan,
          row.effective_on === null ? null : `effective ${dayInWords(row.effective_on)}`,
        ]
          .filter((text) => text !== null && text !== '')
          .join(' · ')}
      </span>
    );
  return (
    <ul>
      {row.reasons.map(({ path, message }) => (
        <li key={path + message} className="text-bad">
          {path} {message}
        </li>
      ))}
    </ul>
  );
}

const columns: readonly TableColumn<PlanRow>[] = [
  { title: 'Row', cell: ({ row }) => (row === null ? 'not in the file' : row) },
  {
    title: 'VIN',
    cell: ({ vin, erased }) => (
      <span className="font-mono break-all">{vin ?? (erased ? 'erased' : 'not readable')}</span>
    ),
  },
  { title: 'Change', cell: (row) => <What row={row} /> },
  { title: 'Warnings', cell: ({ warnings }) => warnings.map(wordsOfWarning).join('. ') },
];
