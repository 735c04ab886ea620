import type { Case, Paper } from '#api/types.ts';
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

function Report({ paper }: { readonly paper: Paper }) {
  return (
    <li>
      <a href={`/api/staff/v1/documents/${paper.id}/file`} className="font-semibold text-accent underline" download>
        Valuation report
      </a>{' '}
      <span className="text-soft">
        {paper.vendor === 'unknown' ? '' : `${paper.vendor}, `}
        {paper.pages === 1 ? '1 page' : `${paper.pages} pages`}
        {paper.scanned ? ', scanned' : ''}, <time dateTime={paper.created_at}>{moment(paper.created_at)}</time>
      </span>
      {paper.failed_checks.length > 0 && (
        <p className="text-bad">Does not add up: {paper.failed_checks.map(inWords).join(', ')}.</p>
      )}
      {paper.differences.map(({ field, sent, read }) => (
        <p key={field} className="text-soft">
          {field}: the agent said <Theirs text={String(sent ?? 'nothing')} />, the report prints{' '}
          <Theirs text={String(read ?? 'nothing')} />
        </p>
      ))}
    </li>
  );
}
