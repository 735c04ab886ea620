import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, type ChangeEvent } from 'react';
import { request } from '#api/request.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { MarketChange } from './market-change.tsx';

/** As much as the service takes. */
const bytesMax = 15_728_640;

/** Adds a valuation report to the case; it is read while the caller waits. */
export function ReportUpload({ caseId }: { readonly caseId: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const upload = useMutation({
    mutationFn: (file: File) => {
      if (file.size > bytesMax) throw new Error('The file is larger than 15 MB.');
      const body = new FormData();
      body.append('file', file);
      return request('POST /cases/{consultation_id}/documents', { path: { consultation_id: caseId }, body });
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['case', caseId] }),
  });
  const send = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0];
    // The same file can be chosen again after an error.
    if (file !== undefined && !upload.isPending) upload.mutate(file, { onSettled: () => (target.value = '') });
  };
  const choose = (): void => input.current?.click();
  useShortcuts({ u: upload.isPending ? undefined : choose });
  return (
    <div className="mt-2">
      <input
        ref={input}
        id={id}
        type="file"
        accept="application/pdf"
        className="sr-only"
        tabIndex={-1}
        onChange={send}
      />
      <label htmlFor={id} className="sr-only">
        Valuation report, a PDF
      </label>
      <button type="button" className="button" disabled={upload.isPending} onClick={choose}>
        {upload.isPending ? 'Reading the report…' : 'Add a valuation report'} <span className="key">U</span>
      </button>
      {upload.error !== null && (
        <p role="alert" className="mt-1 text-bad">
          {upload.error.message}
        </p>
      )}
      {upload.data !== undefined && !upload.isPending && <MarketChange changed={upload.data} />}
    </div>
  );
}
