import { isRetryable } from '#lib/http.ts';
import { setUnsavedWorkCheck } from '#api/session.ts';
import { createChangeNotifier } from '#lib/change-notifier.ts';
import { dismiss, toast } from '#ui/toast.ts';

/**
 * An action the user chose that is not sent yet. The service never moves a status backwards, so undo works only before
 * sending: for ten seconds the action exists in this tab alone. Closing the tab sends it.
 */
export type Pending = {
  readonly title: string;
  readonly caseId: string;
  /**
   * `call`, or which step it is. Choosing the same kind again on the same case replaces the first, which is never sent;
   * choosing a different one sends the first immediately.
   */
  readonly kind: string;
  readonly sendAtMs: number;
  /** Its request must outlive the page (`keepalive`): the tab may be closing. */
  send(): Promise<unknown>;
  /** Before a retry: whether the service saved the first attempt although the response was lost. */
  wasSaved?(): Promise<boolean>;
};

/** A call logged after the page was loaded. */
export type MissedCall = {
  readonly id: string;
  readonly outcome: string;
  readonly note: string | null;
  readonly called_at: string;
  readonly by: string;
  readonly mine: boolean;
};

/**
 * Thrown by `send` when the action was chosen without knowledge of these calls. Sending it again logs it as a separate
 * call.
 */
export class CallCameBetween extends Error {
  readonly between: readonly MissedCall[];
  /** The call the user wanted to log, in words. */
  readonly own: string;

  constructor(own: string, between: readonly MissedCall[]) {
    super('Another call was logged since this page was loaded.');
    this.own = own;
    this.between = between;
  }
}

/** A failed send. It stays on the screen until a retry succeeds or the user discards it. */
export type Unsaved = {
  readonly pending: Pending;
  readonly reason: string;
  readonly retryable: boolean;
  /** Both are shown, and the user decides whether theirs is a different call. */
  readonly conflict?: CallCameBetween;
};

type Outbox = { readonly pending: Pending | undefined; readonly unsaved: readonly Unsaved[] };

export const undoMs = 10_000;

let state: Outbox = { pending: undefined, unsaved: [] };
let timer: ReturnType<typeof setTimeout> | undefined;
const sending = new Set<Promise<boolean>>();
const changes = createChangeNotifier();

function update(next: Partial<Outbox>): void {
  state = { ...state, ...next };
  changes.notify();
}

export const useOutbox = (): Outbox => changes.useSnapshot(() => state);

/** Sends an action after ten seconds, unless it is undone. Another pending action is sent now. */
export function defer(next: Omit<Pending, 'sendAtMs'>): void {
  const before = state.pending;
  const replaces = before?.caseId === next.caseId && before.kind === next.kind;
  if (!replaces) void sendNow();
  dismiss();
  update({ pending: { ...next, sendAtMs: Date.now() + undoMs } });
  startTimer();
}

function startTimer(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const { pending } = state;
    if (pending === undefined) return;
    // The note is sent with the outcome: wait while the user is still typing it.
    if (!isTypingNoteFor(pending)) return void sendNow();
    update({ pending: { ...pending, sendAtMs: Date.now() + undoMs } });
    startTimer();
  }, undoMs);
}

const isTypingNoteFor = ({ caseId }: Pending): boolean =>
  document.activeElement instanceof HTMLElement && document.activeElement.dataset['noteOf'] === caseId;

/** Sends the pending action now; resolves to whether it and everything already in flight were saved. */
export async function sendNow(): Promise<boolean> {
  const { pending } = state;
  if (pending !== undefined) {
    clearTimeout(timer);
    dismiss();
    update({ pending: undefined });
    const saving = save(pending).finally(() => sending.delete(saving));
    sending.add(saving);
  }
  return (await Promise.all(sending)).every(Boolean);
}

async function save(pending: Pending): Promise<boolean> {
  try {
    await pending.send();
    toast(`${pending.title}: saved.`);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Unknown error.';
    const conflict = error instanceof CallCameBetween ? { conflict: error } : {};
    const retryable = !('conflict' in conflict) && isRetryable(error);
    update({ unsaved: [...state.unsaved, { pending, reason, retryable, ...conflict }] });
    return false;
  }
}

/** Retries failed sends, by default all of them; those that cannot succeed are skipped. */
export async function retry(failed: readonly Unsaved[] = state.unsaved): Promise<void> {
  for (const unsaved of failed.filter(({ retryable }) => retryable)) {
    if (!state.unsaved.includes(unsaved)) continue;
    discard(unsaved);
    const saved = await unsaved.pending.wasSaved?.().catch(() => false);
    if (saved === true) toast(`${unsaved.pending.title}: saved.`);
    else await save(unsaved.pending);
  }
}

/** The user has seen the other call and confirms that theirs is a different one. */
export async function sendAsWell(unsaved: Unsaved): Promise<void> {
  discard(unsaved);
  await save(unsaved.pending);
}

export const discard = (unsaved: Unsaved): void =>
  update({ unsaved: state.unsaved.filter((other) => other !== unsaved) });

export function undo(): void {
  if (state.pending === undefined) return;
  clearTimeout(timer);
  const { title } = state.pending;
  update({ pending: undefined });
  toast(`${title}: undone. Nothing was sent.`);
}

setUnsavedWorkCheck(() => state.pending !== undefined || state.unsaved.length > 0 || sending.size > 0);
window.addEventListener('pagehide', () => void sendNow());
window.addEventListener('beforeunload', (event) => {
  if (state.unsaved.some(({ retryable }) => retryable)) event.preventDefault();
});
