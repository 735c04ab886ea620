import { useState } from 'react';
import type { Institution } from '#api/types.ts';
import { humanize } from '#lib/format.ts';
import { formatCents, formatCentsExact } from '#lib/money.ts';
import { Section } from '#ui/section.tsx';
import { TermsForm } from './terms-form.tsx';

/** Contacts, who pays for a borrower, plans and prices, and where statements go. */
export function TermsSection({ institution }: { readonly institution: Institution }) {
  const { id, program, plans } = institution;
  const [editing, setEditing] = useState(false);
  const subsidy =
    program.subsidy_type === 'percent' ? `${program.subsidy_value} %` : formatCents(program.subsidy_value ?? 0);
  const rows: [string, string][] = [
    ['Technical contact', institution.technical_contact_email ?? 'none: no one is warned about failing endpoints'],
    ['Program', `${humanize(program.mode)}${program.subsidy_value === null ? '' : `, ${subsidy}`}`],
    [
      'Plans',
      plans.map(({ code, unit_price_cents: cents }) => `${code} at ${formatCentsExact(cents)} per month`).join(', '),
    ],
    ['Billing contact', institution.billing_contact_email ?? 'none: statements can’t be sent'],
    ['Bill to', institution.bill_to ?? 'not set: statements show only the institution’s name'],
  ];
  return (
    <Section title="Terms" note={<code className="font-mono">{id}</code>}>
      {editing ? (
        <TermsForm institution={institution} onDone={() => setEditing(false)} />
      ) : (
        <>
          <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-1 p-3">
            {rows.map(([title, value]) => (
              <div key={title} className="contents">
                <dt className="text-soft">{title}</dt>
                <dd className="break-words whitespace-pre-line">{value}</dd>
              </div>
            ))}
          </dl>
          <div className="px-3 pb-3">
            <button type="button" className="button" onClick={() => setEditing(true)}>
              Edit terms
            </button>
          </div>
        </>
      )}
    </Section>
  );
}
