import { useSyncExternalStore } from 'react';
import { mayComeGood } from '#api/request.ts';
import { askBeforeLeaving } from '#api/session.ts';

/**
 * Something that was decided and is not sent yet. A status never moves backwards, so the only honest undo is not to have
 * sent it: for ten seconds it is on this screen alone. A tab that is closed sends it on its way out.
 */
export type Pending = {
  readonly title: string;
  readonly caseId: string;
  /** A second decision about the same is a correction of the first: the first is never sent. */
  readonly about: 'call' | 'step';
  readonly untilMs: number;
  /** Must outlive the page: it may be going away. */
  send(): Promise<unknown>;
  /** After a failure of which nobody knows how far it came: whether it was saved after all. */
  wasSaved?(): Promise<boolean>;
};

/** What could not be saved stays on the screen until it is, or until somebody drops it. */
export type Unsaved = { readonly pending: Pending; readonly reason: string; readonly again: boolean };
export type Told = { readonly text: string; readonly bad: boolean };

type State = {
  readonly pending: Pending | undefined;
  readonly unsaved: readonly Unsaved[];
  readonly told: Told | undefined;
};

export const undoMs = 10_000;
const toldMs = 6_000;

let state: State = { pending: undefined, unsaved: [], told: undefined };
let timer: ReturnType<typeof setTimeout> | undefined;
let hushTimer: ReturnType<typeof setTimeout> | undefined;
const sending = new Set<Promise<boolean>>();
const watchers = new Set<() => void>();

function set(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const watcher of watchers) watcher();
}

export const useUndo = (): State =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );

/** Puts something off for ten seconds. What was waiting before is sent now: people go on, they do not wait. */
export function putOff(next: Omit<Pending, 'untilMs'>): void {
  const before = state.pending;
  const corrects = before?.caseId === next.caseId && before.about === next.about;
  if (!corrects) void sendNow();
  set({ pending: { ...next, untilMs: Date.now() + undoMs }, told: undefined });
  count();
}

function count(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const { pending } = state;
    if (pending === undefined) return;
    // Whoever still writes the note that goes along is not hurried.
    if (!isWritingFor(pending)) return void sendNow();
    set({ pending: { ...pending, untilMs: Date.now() + undoMs } });
    count();
  }, undoMs);
}

const isWritingFor = ({ caseId }: Pending): boolean =>
  document.activeElement instanceof HTMLElement && document.activeElement.dataset['noteOf'] === caseId;

/** Sends what waits; says whether it and what was on its way already are saved. */
export async function sendNow(): Promise<boolean> {
  const { pending } = state;
  if (pending !== undefined) {
    clearTimeout(timer);
    set({ pending: undefined, told: undefined });
    const one = save(pending).finally(() => sending.delete(one));
    sending.add(one);
  }
  return (await Promise.all(sending)).every(Boolean);
}

async function save(pending: Pending): Promise<boolean> {
  try {
    await pending.send();
    tell(`${pending.title}: saved.`);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Nobody knows why.';
    set({ unsaved: [...state.unsaved, { pending, reason, again: mayComeGood(error) }] });
    return false;
  }
}

/** Tries once more what was not saved, all of it or one; what was refused for good is left alone. */
export async function tryAgain(which: readonly Unsaved[] = state.unsaved): Promise<void> {
  for (const one of which.filter(({ again }) => again)) {
    if (!state.unsaved.includes(one)) continue;
    drop(one);
    const saved = await one.pending.wasSaved?.().catch(() => false);
    if (saved === true) tell(`${one.pending.title}: saved.`);
    else await save(one.pending);
  }
}

export const drop = (one: Unsaved): void => set({ unsaved: state.unsaved.filter((other) => other !== one) });

export function undo(): void {
  if (state.pending === undefined) return;
  clearTimeout(timer);
  const { title } = state.pending;
  set({ pending: undefined });
  tell(`${title}: taken back. Nothing was sent.`);
}

/** What went well goes away by itself; what went wrong stays until it was read. */
export function tell(text: string, bad = false): void {
  clearTimeout(hushTimer);
  set({ told: { text, bad } });
  if (!bad) hushTimer = setTimeout(hush, toldMs);
}

export const hush = (): void => set({ told: undefined });

askBeforeLeaving(() => state.pending !== undefined || state.unsaved.length > 0 || sending.size > 0);
window.addEventListener('pagehide', () => void sendNow());
window.addEventListener('beforeunload', (event) => {
  if (state.unsaved.some(({ again }) => again)) event.preventDefault();
});
