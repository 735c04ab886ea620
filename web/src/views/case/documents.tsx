import type { Case, Paper } from '#api/types.ts';
import { asPeopleSay, labelOf } from '#lib/facts.ts';
import { inWords, moment } from '#lib/format.ts';
import { Theirs } from '#ui/theirs.tsx';

/** Reports that came with the case, and where they say something else than the agent did. */
export function Documents({ shown: { card, documents } }: { readonly shown: Case }) {
  if (card.source !== 'agent_intake') return null;
  return (
    <section className="panel p-3" aria-labelledby="documents">
      <h2 id="documents" className="panel-title">
        Documents
      </h2>
      {documents.length === 0 && <p className="mt-1 text-soft">No report came with this case.</p>}
      <ul className="mt-1 grid gap-2">
        {documents.map((paper) => (
          <Report key={paper.id} paper={paper} />
        ))}
      </ul>
    </section>
  );
}

/** What a check that failed means for whoever reads the report. */
const checks: Readonly<Record<string, string>> = {
  vin_check_digit: 'its VIN has a wrong character',
  vin_make: 'its VIN belongs to another make',
  vin_year: 'its VIN belongs to another year',
  value_adds_up: 'its sums are wrong',
  loss_before_report: 'its date of loss is later than the report',
};

const vendors: Readonly<Record<string, string>> = { ccc: 'CCC, ', mitchell: 'Mitchell, ' };

function Report({ paper }: { readonly paper: Paper }) {
  return (
    <li>
      <a href={`/api/staff/v1/documents/${paper.id}/file`} className="font-semibold text-accent underline" download>
        Valuation report
      </a>{' '}
      <span className="text-soft">
        {vendors[paper.vendor] ?? ''}
        {paper.pages === 1 ? '1 page' : `${paper.pages} pages`}
        {paper.scanned ? ', scanned' : ''}, <time dateTime={paper.created_at}>{moment(paper.created_at)}</time>
      </span>
      {paper.other_vehicle !== null && (
        <p className="text-bad">
          About another vehicle, VIN <Theirs text={paper.other_vehicle} />: nothing of it is taken over.
        </p>
      )}
      {paper.failed_checks.length > 0 && (
        <p className="text-bad">
          Look closely: {paper.failed_checks.map((name) => checks[name] ?? inWords(name)).join(', ')}.
        </p>
      )}
      {paper.differences.map(({ field, sent, read }) => (
        <p key={field} className="text-warn">
          {labelOf(field)}: the agent said <Said field={field} value={sent} />, the report prints{' '}
          <Said field={field} value={read} />
        </p>
      ))}
    </li>
  );
}

function Said({ field, value }: { readonly field: string; readonly value: string | number | null }) {
  return value === null ? 'nothing' : <Theirs text={asPeopleSay(labelOf(field), String(value))} />;
}
