import { CopyButton } from '#ui/copy-button.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { useTenant, type Response } from '#portal/api.ts';
import { When } from '#portal/when.tsx';
import { usePagedList } from '#ui/paged-list.ts';
import { requestAt } from '#portal/request.ts';

type Seal = Response<'GET /events/seals'>['data'][number];

const columns = [
  { title: 'Day (UTC)', cell: (row: Seal) => <span className="whitespace-nowrap">{row.day}</span> },
  { title: 'State', cell: (row: Seal) => <State seal={row} /> },
  { title: 'Events', cell: (row: Seal) => row.count.toLocaleString('en-US') },
  { title: 'First and last id', cell: (row: Seal) => <Ends seal={row} /> },
  {
    title: 'SHA-256',
    cell: (row: Seal) =>
      row.sha256 === null ? (
        ''
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <code className="font-mono break-all">{row.sha256.slice(0, 16)}…</code>
          <CopyButton text={row.sha256} what={`digest of ${row.day}`} />
        </span>
      ),
  },
];

/** The digest of each day, today first. */
export function Seals() {
  const { base } = useTenant();
  const list = usePagedList(
    [base, '/events/seals'],
    (cursor, signal) => requestAt(base, 'GET /events/seals', { query: { limit: '10', ...cursor }, signal }),
    { keep: false },
  );
  return (
    <Section title="Daily digests" note="computed after each day ends in UTC, and never changed">
      <PagedTable
        back="Go to the portal"
        caption="Daily digests"
        columns={columns}
        list={list}
        rowId={(row) => row.day}
        empty="No digests yet."
      />
    </Section>
  );
}

function Ends({ seal: { first_id: first, last_id: last } }: { readonly seal: Seal }) {
  if (first === null || last === null) return '';
  return (
    <code className="font-mono text-[0.9em] break-all">
      {first}
      <br />
      {last}
    </code>
  );
}

function State({ seal }: { readonly seal: Seal }) {
  if (seal.status === 'open') return 'Open: today';
  if (seal.status === 'closing') return 'Closing';
  if (seal.status === 'sealed')
    return (
      <span>
        Final since <When at={seal.sealed_at ?? ''} exact />
      </span>
    );
  return (
    <span className="font-semibold text-bad">
      Broken: we found {(seal.broken?.count ?? 0).toLocaleString('en-US')} events on{' '}
      <When at={seal.broken?.found_at ?? ''} exact />. Our team has been notified.
    </span>
  );
}
