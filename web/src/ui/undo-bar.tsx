import { hush, sendNow, undo, undoMs, useUndo } from './undo.ts';

/** What is about to be sent, and the way back. */
export function UndoBar() {
  const { pending, told } = useUndo();
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex justify-center p-3" aria-live="polite">
      {pending !== undefined && (
        <div className="pointer-events-auto relative flex w-full max-w-xl flex-wrap items-center gap-3 overflow-hidden rounded-lg border border-accent bg-raised px-4 py-2.5 shadow-lg">
          <span className="min-w-0 flex-1 font-semibold">{pending.title}</span>
          <button type="button" className="button" onClick={undo}>
            Undo <span className="key">Z</span>
          </button>
          <button type="button" className="button" onClick={() => void sendNow()}>
            Send now <span className="key">Enter</span>
          </button>
          <div
            key={pending.untilMs}
            className="absolute inset-x-0 bottom-0 h-1 origin-left bg-accent"
            style={{ animation: `run-out ${undoMs}ms linear forwards` }}
          />
        </div>
      )}
      {pending === undefined && told !== undefined && (
        <div
          className={`pointer-events-auto flex max-w-xl items-center gap-3 rounded-lg border px-4 py-2 shadow-lg ${
            told.bad ? 'border-bad bg-bad-soft text-bad' : 'border-good bg-good-soft text-good'
          }`}
          role={told.bad ? 'alert' : 'status'}
        >
          <span className="min-w-0">{told.text}</span>
          <button type="button" className="shrink-0 underline" onClick={hush}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}
