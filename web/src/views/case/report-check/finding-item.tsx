import { useId, useState } from 'react';
import type { Finding } from '#api/types.ts';
import { MarkedPage } from './marked-page.tsx';

type FindingItemProps = {
  readonly finding: Finding;
  readonly hasFile: boolean;
  readonly isChosen: boolean;
  onToggle(): void;
};

/** One finding: its sentence, the calculation, and the pages it is about. */
export function FindingItem({ finding, hasFile, isChosen, onToggle }: FindingItemProps) {
  const [page, setPage] = useState<number>();
  const id = useId();
  const pages = [...new Set(finding.marks.map((mark) => mark.page))].toSorted((a, b) => a - b);
  return (
    <li className="border-l-4 border-l-line pl-2">
      <label className="flex items-start gap-2">
        <input type="checkbox" className="mt-1" checked={isChosen} onChange={onToggle} />
        <span>{finding.sentence.en}</span>
      </label>
      {finding.arithmetic !== null && <p className="font-mono text-[0.9em] text-soft">{finding.arithmetic}</p>}
      <div className="mt-1 flex flex-wrap gap-2">
        {pages.map((number) => (
          <button
            key={number}
            type="button"
            className="button min-h-7 px-2"
            disabled={!hasFile}
            aria-expanded={page === number}
            aria-controls={id}
            onClick={() => setPage(page === number ? undefined : number)}
          >
            {page === number ? `Hide page ${number}` : `Show page ${number}`}
          </button>
        ))}
      </div>
      <div id={id}>
        {page !== undefined && (
          <MarkedPage
            documentId={finding.document_id}
            page={page}
            marks={finding.marks.filter((mark) => mark.page === page)}
          />
        )}
      </div>
    </li>
  );
}
