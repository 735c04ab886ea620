import { urlOf } from '#api/request.ts';
import type { Case, Paper } from '#api/types.ts';
import { fieldLabel, formatFact } from '#lib/facts.ts';
import { formatDateTime, humanize } from '#lib/format.ts';
import { UntrustedText } from '#ui/untrusted-text.tsx';
import { ReportUpload } from './report-upload.tsx';

/** Reports submitted with the case or added by the team, and their contradictions with the submitted data. */
export function DocumentsPanel({ caseDetail: { card, documents } }: { readonly caseDetail: Case }) {
  const sender = card.source === 'agent_intake' ? 'agent' : 'institution';
  return (
    <section className="panel p-3" aria-labelledby="documents">
      <h2 id="documents" className="panel-title">
        Documents
      </h2>
      {documents.length === 0 && <p className="mt-1 text-soft">No reports yet.</p>}
      <ul className="mt-1 grid gap-2">
        {documents.map((paper) => (
          <Report key={paper.id} paper={paper} sender={sender} />
        ))}
      </ul>
      {card.closed_at === null && <ReportUpload caseId={card.id} />}
    </section>
  );
}

/** What a failed check means. */
const failedCheckTexts: Readonly<Record<string, string>> = {
  vin_check_digit: 'the VIN has a wrong character',
  vin_make: 'the VIN belongs to another make',
  vin_year: 'the VIN belongs to another year',
  value_adds_up: 'the amounts do not add up',
  loss_before_report: 'the date of loss is after the report',
};

const vendorPrefixes: Readonly<Record<string, string>> = { ccc: 'CCC, ', mitchell: 'Mitchell, ' };

function Report({ paper, sender }: { readonly paper: Paper; readonly sender: string }) {
  return (
    <li>
      {paper.file_removed_at === null ? (
        <a
          href={urlOf('GET /documents/{document_id}/file', { path: { document_id: paper.id } })}
          className="font-semibold text-accent underline"
          download
        >
          Valuation report
        </a>
      ) : (
        <span className="font-semibold">Valuation report</span>
      )}{' '}
      <span className="text-soft">
        {vendorPrefixes[paper.vendor] ?? ''}
        {paper.pages === 1 ? '1 page' : `${paper.pages} pages`}
        {paper.scanned ? ', scanned' : ''}, <time dateTime={paper.created_at}>{formatDateTime(paper.created_at)}</time>
      </span>
      {paper.file_removed_at !== null && (
        <p className="text-soft">
          File removed on <time dateTime={paper.file_removed_at}>{formatDateTime(paper.file_removed_at)}</time> because
          no one verified they were the customer. Data read from it is still used.
        </p>
      )}
      {paper.nothing_read && (
        <p className="text-bad">Nothing could be read from this file. Open it and enter the figures by hand.</p>
      )}
      {paper.other_vehicle !== null && (
        <p className="text-bad">
          For a different vehicle, VIN <UntrustedText text={paper.other_vehicle} />. Its data isn’t used.
        </p>
      )}
      {paper.other_owner !== null && (
        <p className="text-bad">
          Names a different owner: <UntrustedText text={paper.other_owner} />. Check that this report is about this
          case.
        </p>
      )}
      {paper.failed_checks.length > 0 && (
        <p className="text-bad">
          Check the report: {paper.failed_checks.map((name) => failedCheckTexts[name] ?? humanize(name)).join(', ')}.
        </p>
      )}
      {paper.differences.map(({ field, sent, read }) => (
        <p key={field} className="text-warn">
          {fieldLabel(field)}: the {sender} said <FieldValue field={field} value={sent} />, the report says{' '}
          <FieldValue field={field} value={read} />
        </p>
      ))}
    </li>
  );
}

function FieldValue({ field, value }: { readonly field: string; readonly value: string | number | null }) {
  return value === null ? 'nothing' : <UntrustedText text={formatFact(fieldLabel(field), String(value))} />;
}
