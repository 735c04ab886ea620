import { useSyncExternalStore } from 'react';

/**
 * Something that was decided and is not sent yet. A status never moves backwards, so the only honest undo is not to have
 * sent it: for ten seconds it is on this screen alone. A tab that is closed sends it on its way out.
 */
export type Pending = {
  readonly title: string;
  readonly caseId: string;
  readonly untilMs: number;
  /** `leaving` when the page is going away: the request must outlive it. */
  send(leaving: boolean): Promise<unknown>;
};

export const undoMs = 10_000;

type State = { readonly pending: Pending | undefined; readonly told: Told | undefined };
export type Told = { readonly text: string; readonly bad: boolean };

let state: State = { pending: undefined, told: undefined };
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

function set(next: State): void {
  state = next;
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
export function putOff(pending: Omit<Pending, 'untilMs'>): void {
  void sendNow();
  set({ pending: { ...pending, untilMs: Date.now() + undoMs }, told: undefined });
  timer = setTimeout(() => void sendNow(), undoMs);
}

export async function sendNow(leaving = false): Promise<void> {
  const { pending } = state;
  if (pending === undefined) return;
  clearTimeout(timer);
  set({ pending: undefined, told: undefined });
  try {
    await pending.send(leaving);
    set({ ...state, told: { text: `${pending.title}: saved.`, bad: false } });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    set({ ...state, told: { text: `${pending.title}: not saved. ${reason}`, bad: true } });
  }
}

export function undo(): void {
  if (state.pending === undefined) return;
  clearTimeout(timer);
  set({ pending: undefined, told: { text: `${state.pending.title}: taken back. Nothing was sent.`, bad: false } });
}

export const tell = (text: string, bad = false): void => set({ ...state, told: { text, bad } });
export const hush = (): void => set({ ...state, told: undefined });

window.addEventListener('pagehide', () => void sendNow(true));
