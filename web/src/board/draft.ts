import { onOwnerChange, ownerOfTab } from '#api/session.ts';
import { createChangeNotifier } from '#lib/change-notifier.ts';

/** What is typed about a case and not sent yet: the note, and the answer to what the owner wrote. */
type DraftKind = 'note' | 'answer' | 'message';

type Draft = { readonly text: string; readonly at: number; readonly key?: string };

const changes = createChangeNotifier();
const prefix = 'board.draft.';
/** Nobody comes back to an older one. */
const keptMs = 14 * 86_400_000;

// A draft is its author's: it survives a reload, a sign-out and a lost network, and nobody else who signs in on this
// browser is shown it.
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

/** What the browser did not store, because it has no room or may not. */
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

/** The key under which this very text is sent: the same again until it is changed, so that it is stored once. */
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
