import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '#api/request.ts';
import type { ResponseOf } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton } from '#board/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';

type SignUps = ResponseOf<'GET /sign-ups'>;
type SignUp = SignUps['data'][number];

/**
 * Institutions that signed themselves up on the partner portal; they have only the sandbox until live is opened here.
 */
export function SignUpsSection() {
  const { data, error } = useQuery({ queryKey: ['sign-ups'], queryFn: () => request('GET /sign-ups') });
  return (
    <Section title="Self-service sign-ups" note="newest first; sandbox only until you open live mode">
      {data === undefined ? (
        error !== null && <ErrorMessage error={error} />
      ) : (
        <DataTable
          caption="Sign-ups"
          columns={columns}
          rows={data.data}
          rowId={({ institution_id: id }) => id}
          empty="No sign-ups yet."
        />
      )}
    </Section>
  );
}

const columns: readonly TableColumn<SignUp>[] = [
  {
    title: 'Institution',
    cell: ({ institution_id: id, institution_name: name }) => (
      <Link to="/admin/institutions/$id" params={{ id }} className="font-semibold text-accent underline">
        <UntrustedText text={name} />
      </Link>
    ),
    sortBy: ({ institution_name: name }) => name,
  },
  {
    title: 'Requested by',
    cell: ({ name, email }) => (
      <>
        <UntrustedText text={name} />
        <span className="block break-all text-soft">{email}</span>
      </>
    ),
  },
  { title: 'Purpose', cell: ({ purpose }) => <UntrustedText text={purpose} max={300} /> },
  { title: 'When', cell: ({ signed_up_at: at }) => <Ago at={at} />, sortBy: ({ signed_up_at: at }) => at },
  {
    title: 'Live',
    cell: ({ institution_id: id, live_opened_at: at, live_requested_at: requestedAt }) =>
      at === null ? (
        <>
          {requestedAt !== null && (
            <span className="mb-1 block font-semibold text-warn">requested on {formatDateTime(requestedAt)}</span>
          )}
          <ActionButton
            call="POST /institutions/{institution_id}/open-live"
            path={{ institution_id: id }}
            success="Live mode opened. The owners were emailed."
            confirm="Open live mode? We’ll email the owners."
          >
            Open live
          </ActionButton>
        </>
      ) : (
        `open since ${formatDateTime(at)}`
      ),
    // Those that asked and wait come first.
    sortBy: ({ live_opened_at: at, live_requested_at: requestedAt }) =>
      at === null ? `${requestedAt === null ? '1' : '0'} ${requestedAt ?? ''}` : `2 ${at}`,
  },
];
