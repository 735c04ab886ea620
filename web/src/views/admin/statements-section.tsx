import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#api/request.ts';
import type { ResponseOf, Statement } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { formatCentsExact } from '#lib/money.ts';
import { ActionButton } from '#board/action.tsx';
import { DownloadLink } from '#board/download-link.tsx';
import { Section } from '#ui/section.tsx';
import { staffQuery } from './staff-tab.tsx';

type StatementsProps = { readonly institutionId: string; readonly billingContact: string | null };

/** Monthly statements of the institution: files, sending, and whether they are paid. */
export function StatementsSection({ institutionId, billingContact }: StatementsProps) {
  const path = `/institutions/${institutionId}/statements`;
  const { data } = useQuery({
    queryKey: ['statements', institutionId],
    queryFn: () => request<ResponseOf<'plans.list-statements-of'>>(path),
  });
  return (
    <Section
      title="Statements"
      note={billingContact === null ? 'add a billing contact to send them' : `sent to ${billingContact}`}
    >
      {data?.data.length === 0 && <p className="p-3 text-soft">No statements yet.</p>}
      <ul>
        {data?.data.map((statement) => (
          <li key={statement.id} className="border-b border-line p-3 last:border-0">
            <StatementRow path={`${path}/${statement.id}`} statement={statement} sendable={billingContact !== null} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const files = [
  ['.pdf', 'PDF'],
  ['.csv', 'CSV'],
  ['/vehicles.csv', 'Vehicles'],
] as const;

const tones = { issued: 'text-warn', paid: 'text-good', void: 'text-soft' } as const;

type StatementRowProps = { readonly path: string; readonly statement: Statement; readonly sendable: boolean };

function StatementRow({ path, statement, sendable }: StatementRowProps) {
  const { number, period, status, amount_cents: cents, enrollment_count: count, due_at: due } = statement;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong>{number}</strong>
        <span>{period}</span>
        <span>
          {formatCentsExact(cents)} for {count.toLocaleString('en-US')} {count === 1 ? 'vehicle' : 'vehicles'}
        </span>
        <span className={`font-semibold ${tones[status]}`}>{status}</span>
        {status === 'issued' && <span className="text-soft">due {due.slice(0, 10)}</span>}
        {files.map(([ending, title]) => (
          <DownloadLink
            key={title}
            href={`/api/staff/v1${path}${ending}`}
            className="text-accent underline"
            label={`${title} of ${number}`}
          >
            {title}
          </DownloadLink>
        ))}
      </p>
      <StatementActions path={path} statement={statement} sendable={sendable} />
      <StatementHistory path={path} />
    </>
  );
}

function StatementActions({ path, statement: { status, number }, sendable }: StatementRowProps) {
  const [note, setNote] = useState('');
  const why = note.trim();
  if (status === 'void') return null;
  return (
    <div className="mt-1.5 flex flex-wrap items-end gap-1.5">
      <ActionButton
        path={`${path}/send`}
        disabled={!sendable}
        success={`${number} is on its way to the billing contact.`}
        confirm="Mail it to the billing contact?"
      >
        Send
      </ActionButton>
      <label className="text-[0.9em] text-soft">
        Note
        <input
          className="field py-0.5"
          maxLength={500}
          value={note}
          placeholder={status === 'issued' ? 'how it was paid, or why it is void' : 'why it is open again'}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      {status === 'issued' && (
        <ActionButton
          path={`${path}/status`}
          body={{ status: 'paid', ...(why === '' ? {} : { note: why }) }}
          success={`${number} is marked as paid.`}
          onSuccess={() => setNote('')}
        >
          Mark paid
        </ActionButton>
      )}
      {status === 'issued' && (
        <ActionButton
          path={`${path}/status`}
          body={{ status: 'void', note: why }}
          disabled={why === ''}
          success={`${number} is void.`}
          confirm="Void it for good? Its number stays in the books."
        >
          Void
        </ActionButton>
      )}
      {status === 'paid' && (
        <ActionButton
          path={`${path}/status`}
          body={{ status: 'issued', note: why }}
          disabled={why === ''}
          success={`${number} is open again.`}
          onSuccess={() => setNote('')}
        >
          Not paid after all
        </ActionButton>
      )}
    </div>
  );
}

const kinds = { sent: 'sent', paid: 'marked as paid', void: 'voided', reopened: 'opened again' } as const;

function StatementHistory({ path }: { readonly path: string }) {
  const { data } = useQuery({
    queryKey: ['statement-changes', path],
    queryFn: () => request<ResponseOf<'plans.list-statement-changes'>>(`${path}/changes`),
  });
  const { data: staff } = useQuery(staffQuery);
  if (data === undefined || data.data.length === 0) return null;
  const nameOf = (id: string): string => staff?.data.find((member) => member.id === id)?.name ?? id;
  return (
    <ul className="mt-1 text-[0.9em] text-soft">
      {data.data.map(({ kind, at, staff_id: by, note }) => (
        <li key={`${kind}/${at}`}>
          {formatDateTime(at)}: {kinds[kind]} by {nameOf(by)}
          {note !== null && ` (${note})`}
        </li>
      ))}
    </ul>
  );
}
