import { Link, useParams } from '@tanstack/react-router';
import { formatCentsExact } from '#lib/money.ts';
import { useTenant, usePortalQuery, type Response } from '#portal/api.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { When } from '#portal/when.tsx';
import { monthWords } from './period.ts';
import { urlAt } from '#portal/request.ts';

type Detail = Response<'GET /statements/{statement_id}'>;

const changeWords: Readonly<Record<Detail['changes'][number]['kind'], string>> = {
  sent: 'Emailed to your billing contact',
  paid: 'Marked as paid',
  void: 'Voided',
  reopened: 'Reopened',
};

export function StatementView() {
  const { statementId = '' } = useParams({ strict: false }) as { readonly statementId?: string };
  const { institutionId, mode } = useTenant();
  const { data, error } = usePortalQuery('GET /statements/{statement_id}', { path: { statement_id: statementId } });
  useTitle(data === undefined ? 'Statement' : `Statement ${data.statement.number}`);
  if (error !== null) return <ErrorMessage error={error} back="Go to the portal" />;
  if (data === undefined) return <p className="text-soft">Loading</p>;
  const { statement } = data;
  return (
    <div className="grid gap-4">
      <p className="print:hidden">
        <Link to="/$institutionId/$mode/statements" params={{ institutionId, mode }} className="text-accent underline">
          Statements
        </Link>
      </p>
      <h1 className="text-xl font-bold">Statement {statement.number}</h1>
      <Section title={formatCentsExact(statement.amount_cents)} note={`for ${monthWords(statement.period)}`}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 p-3">
          <dt className="text-soft">State</dt>
          <dd>{{ issued: 'Open', paid: 'Paid', void: 'Void' }[statement.status]}</dd>
          <dt className="text-soft">Issued</dt>
          <dd>{statement.issued_at.slice(0, 10)} (UTC)</dd>
          <dt className="text-soft">Due</dt>
          <dd>{statement.status === 'void' ? 'nothing' : `${statement.due_at.slice(0, 10)} (UTC)`}</dd>
          <dt className="text-soft">Bill to</dt>
          <dd className="whitespace-pre-line">{data.bill_to ?? 'not stated'}</dd>
          <dt className="text-soft">Pay to</dt>
          <dd className="whitespace-pre-line">{data.remit_to ?? 'not stated'}</dd>
        </dl>
        <Files statement={statement} />
      </Section>
      <Section title="Billed items">
        <DataTable
          caption="Billed items"
          rows={statement.lines}
          rowId={({ plan }) => plan}
          empty="No billed items."
          columns={[
            { title: 'Plan', cell: ({ plan }) => plan },
            { title: 'Vehicles', align: 'right', cell: ({ quantity }) => quantity.toLocaleString('en-US') },
            { title: 'Each', align: 'right', cell: ({ unit_price_cents: cents }) => formatCentsExact(cents) },
            { title: 'Amount', align: 'right', cell: ({ amount_cents: cents }) => formatCentsExact(cents) },
          ]}
        />
        <p className="p-3 font-semibold">
          Total: {vehicles(statement.enrollment_count)}, {formatCentsExact(statement.amount_cents)}.
        </p>
      </Section>
      <Changes changes={data.changes} />
    </div>
  );
}

const vehicles = (count: number): string => (count === 1 ? '1 vehicle' : `${count.toLocaleString('en-US')} vehicles`);

function Files({ statement: { id, number } }: { readonly statement: Detail['statement'] }) {
  const { base } = useTenant();
  const files = [
    ['PDF', 'GET /statements/{statement_id}.pdf', `${number}.pdf`],
    ['CSV', 'GET /statements/{statement_id}.csv', `${number}.csv`],
    ['JSON', 'GET /statements/{statement_id}', `${number}.json`],
    ['Vehicles billed (CSV)', 'GET /statements/{statement_id}/vehicles.csv', `${number}-vehicles.csv`],
  ] as const;
  return (
    <p className="flex flex-wrap items-center gap-2 border-t border-line p-3 print:hidden">
      <span className="text-soft">Download:</span>
      {files.map(([name, key, file]) => (
        <a key={name} className="button" href={urlAt(base, key, { path: { statement_id: id } })} download={file}>
          {name}
        </a>
      ))}
    </p>
  );
}

const Changes = ({ changes }: Pick<Detail, 'changes'>) => (
  <Section title="Changes since it was issued">
    <ul className="p-3">
      {changes.length === 0 && <li className="text-soft">Nothing yet.</li>}
      {changes.map(({ kind, at }) => (
        <li key={at}>
          {changeWords[kind]}, <When at={at} />
        </li>
      ))}
    </ul>
  </Section>
);
