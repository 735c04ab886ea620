import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request, urlOf } from '#api/request.ts';
import type { Statement } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { formatCentsExact } from '#lib/money.ts';
import { ActionButton } from '#board/action.tsx';
import { DownloadLink } from '#board/download-link.tsx';
import { Section } from '#ui/section.tsx';
import { staffQuery } from './staff-tab.tsx';

type StatementsProps = { readonly institutionId: string; readonly billingContact: string | null };

/** Monthly statements of the institution: files, sending, and whether they are paid. */
export function StatementsSection({ institutionId, billingContact }: StatementsProps) {
  const { data } = useQuery({
    queryKey: ['statements', institutionId],
    queryFn: () =>
      request('GET /institutions/{institution_id}/statements', { path: { institution_id: institutionId } }),
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
            <StatementRow
              path={{ institution_id: institutionId, statement_id: statement.id }}
              statement={statement}
              sendable={billingContact !== null}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const files = [
  ['GET /institutions/{institution_id}/statements/{statement_id}.pdf', 'PDF'],
  ['GET /institutions/{institution_id}/statements/{statement_id}.csv', 'CSV'],
  ['GET /institutions/{institution_id}/statements/{statement_id}/vehicles.csv', 'Vehicles'],
] as const;

const tones = { issued: 'text-warn', paid: 'text-good', void: 'text-soft' } as const;

type StatementPath = { readonly institution_id: string; readonly statement_id: string };
type StatementRowProps = { readonly path: StatementPath; readonly statement: Statement; readonly sendable: boolean };

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
        {files.map(([file, title]) => (
          <DownloadLink
            key={title}
            href={urlOf(file, { path })}
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
  const change = {
    call: 'POST /institutions/{institution_id}/statements/{statement_id}/status',
    path,
    onSuccess: () => setNote(''),
  } as const;
  return (
    <div className="mt-1.5 flex flex-wrap items-end gap-1.5">
      <ActionButton
        call="POST /institutions/{institution_id}/statements/{statement_id}/send"
        path={path}
        disabled={!sendable}
        success={`${number} sent to the billing contact.`}
        confirm="Email it to the billing contact?"
      >
        Send
      </ActionButton>
      <NoteField isPaid={status === 'paid'} note={note} onChange={setNote} />
      {status === 'issued' && (
        <ActionButton
          {...change}
          body={{ status: 'paid', ...(why === '' ? {} : { note: why }) }}
          success={`${number} marked as paid.`}
        >
          Mark paid
        </ActionButton>
      )}
      {status === 'issued' && (
        <ActionButton
          {...change}
          body={{ status: 'void', note: why }}
          disabled={why === ''}
          success={`${number} voided.`}
          confirm="Void it permanently? Its number stays on record."
        >
          Void
        </ActionButton>
      )}
      {status === 'paid' && (
        <ActionButton
          {...change}
          body={{ status: 'issued', note: why }}
          disabled={why === ''}
          success={`${number} reopened.`}
        >
          Mark unpaid
        </ActionButton>
      )}
    </div>
  );
}

type NoteFieldProps = { readonly isPaid: boolean; readonly note: string; onChange(note: string): void };

const NoteField = ({ isPaid, note, onChange }: NoteFieldProps) => (
  <label className="text-[0.9em] text-soft">
    Note
    <input
      className="field py-0.5"
      maxLength={500}
      value={note}
      placeholder={isPaid ? 'why it was reopened' : 'how it was paid, or why it’s void'}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);

const kinds = { sent: 'sent', paid: 'marked as paid', void: 'voided', reopened: 'reopened' } as const;

function StatementHistory({ path }: { readonly path: StatementPath }) {
  const { data } = useQuery({
    queryKey: ['statement-changes', path],
    queryFn: () => request('GET /institutions/{institution_id}/statements/{statement_id}/changes', { path }),
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
