import { useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
const nameOf = (caseId: string): string => `board.note.${caseId}`;

/** What was written for a case and is not sent yet. */
export const readDraft = (caseId: string): string => sessionStorage.getItem(nameOf(caseId)) ?? '';

/** A note survives going away and coming back, on this machine and until the browser is closed. */
export function keepDraft(caseId: string, text: string): void {
  if (text === '') sessionStorage.removeItem(nameOf(caseId));
  else sessionStorage.setItem(nameOf(caseId), text);
  for (const watcher of watchers) watcher();
}

export const useDraft = (caseId: string): string =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => readDraft(caseId),
  );
