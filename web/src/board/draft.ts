import { onOwnerChange, ownerOfTab } from '#api/session.ts';
import { createChangeNotifier } from '#lib/change-notifier.ts';

/** Unsent text about a case: the note, and the reply to the owner. */
type DraftKind = 'note' | 'answer' | 'message';

type Draft = { readonly text: string; readonly at: number; readonly key?: string };

const changes = createChangeNotifier();
const prefix = 'board.draft.';
/** Older drafts are discarded. */
const keptMs = 14 * 86_400_000;

// A draft belongs to its author: it survives a reload, a sign-out and a lost network, and other users of this browser
// never see it.
const nameOf = (caseId: string, kind: DraftKind): string | undefined => {
  const owner = ownerOfTab();
  return owner === undefined ? undefined : `${prefix}${owner}.${kind}.${caseId}`;
};

function parse(stored: string | null): Draft | undefined {
  try {
    return stored === null ? undefined : (JSON.parse(stored) as Draft);
  } catch {
    return undefined;
  }
}

/** Drafts that the browser could not store, because storage is full or disabled. */
const unstored = new Map<string, string>();

function read(name: string | undefined): Draft | undefined {
  return name === undefined ? undefined : parse(unstored.get(name) ?? localStorage.getItem(name));
}

function write(name: string, draft: Draft): void {
  const text = JSON.stringify(draft);
  try {
    localStorage.setItem(name, text);
    unstored.delete(name);
  } catch {
    unstored.set(name, text);
  }
}

/** The text typed for a case and not sent yet; empty if there is none. */
export const readDraft = (caseId: string, kind: DraftKind = 'note'): string => read(nameOf(caseId, kind))?.text ?? '';

export function saveDraft(caseId: string, text: string, kind: DraftKind = 'note'): void {
  const name = nameOf(caseId, kind);
  if (name === undefined) return;
  if (text === '') {
    unstored.delete(name);
    localStorage.removeItem(name);
  } else write(name, { text, at: Date.now() });
  changes.notify();
}

/** The idempotency key for this text. It stays the same until the text changes, so the text is stored only once. */
export function keyOfDraft(caseId: string, kind: DraftKind = 'note'): string {
  const name = nameOf(caseId, kind);
  const draft = read(name);
  const key = draft?.key ?? crypto.randomUUID();
  if (name !== undefined && draft !== undefined) write(name, { ...draft, key });
  return key;
}

export const useDraft = (caseId: string, kind: DraftKind = 'note'): string =>
  changes.useSnapshot(() => readDraft(caseId, kind));

function removeOld(): void {
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
    const draft = parse(localStorage.getItem(name));
    if (draft === undefined || !(draft.at > Date.now() - keptMs)) localStorage.removeItem(name);
  }
}

removeOld();
onOwnerChange(changes.notify);
// The same case may be open in another tab.
window.addEventListener('storage', ({ key }) => key?.startsWith(prefix) === true && changes.notify());
