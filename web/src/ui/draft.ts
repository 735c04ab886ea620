import { createChangeNotifier } from '#lib/change-notifier.ts';

const changes = createChangeNotifier();
const storageKey = (caseId: string): string => `board.note.${caseId}`;

/** The note typed for a case and not sent yet; empty if there is none. */
export const readDraft = (caseId: string): string => sessionStorage.getItem(storageKey(caseId)) ?? '';

/** Keeps the note across navigation and reloads, in this tab only. */
export function saveDraft(caseId: string, text: string): void {
  if (text === '') sessionStorage.removeItem(storageKey(caseId));
  else sessionStorage.setItem(storageKey(caseId), text);
  changes.notify();
}

export const useDraft = (caseId: string): string => changes.useSnapshot(() => readDraft(caseId));
