import { useRef, type KeyboardEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#api/request.ts';
import type { Card } from '#api/types.ts';
import { maxNoteLength } from '#lib/outcomes.ts';
import { keyOfDraft, readDraft, saveDraft, useDraft } from '#board/draft.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { toast } from '#ui/toast.ts';

/** Typed at any time; kept as a draft, and sent with the outcome of a call or saved by itself. */
export function NoteField({ card: { id: caseId, closed_at: closedAt } }: { readonly card: Card }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useDraft(caseId);
  const saving = useSaveNote(caseId);
  useShortcuts({ n: () => field.current?.focus() });
  const save = (): void => {
    if (text.trim() !== '' && !saving.isPending) saving.mutate();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    save();
  };
  return (
    <>
      <label htmlFor="note" className="mt-3 flex items-center gap-2 font-semibold">
        Note <span className="key">N</span>
        <span className="ml-auto text-[0.85em] font-normal text-soft">
          {text.length.toLocaleString('en-US')} of {maxNoteLength.toLocaleString('en-US')}
        </span>
      </label>
      <textarea
        id="note"
        ref={field}
        data-note-of={caseId}
        className="field mt-1 block"
        rows={3}
        maxLength={maxNoteLength}
        aria-describedby="note-hint"
        value={text}
        onChange={(event) => saveDraft(caseId, event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
        <p id="note-hint" className="min-w-0 flex-1 basis-40 text-[0.85em] text-soft">
          {closedAt === null ? 'Sent with the outcome, or saved now by Ctrl+S.' : 'Saved by Ctrl+S.'} Esc leaves the
          field. Until then, your text is kept on this computer.
        </p>
        <button
          type="button"
          className="button"
          disabled={text.trim() === ''}
          aria-disabled={saving.isPending}
          onClick={save}
        >
          Save note
        </button>
      </div>
      {saving.error !== null && text !== '' && (
        <p role="alert" className="mt-1 text-bad">
          Not saved: {saving.error.message} Your text is still here; try saving again.
        </p>
      )}
    </>
  );
}

/** Sent twice, because an answer was lost, it is one note: its key stays until the text is changed. */
function useSaveNote(caseId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const words = readDraft(caseId);
      await request('POST /cases/{consultation_id}/notes', {
        path: { consultation_id: caseId },
        body: { words, draft_key: keyOfDraft(caseId) },
      });
      // Text typed while sending belongs to the next note.
      if (readDraft(caseId) === words) saveDraft(caseId, '');
    },
    networkMode: 'always',
    onSuccess: () => {
      toast('Note saved.');
      void queries.invalidateQueries({ queryKey: ['case', caseId] });
    },
  });
}
