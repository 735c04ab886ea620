import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { takesText } from './keys.ts';
import { drop, hush, sendNow, tryAgain, undo, undoMs, useUndo, type Pending, type Told, type Unsaved } from './undo.ts';

/** What is about to be sent and the way back; what could not be saved; how the last thing went. */
export function UndoBar() {
  const { pending, unsaved, told } = useUndo();
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex flex-col items-center gap-2 p-3">
      <div className="contents" aria-live="assertive">
        {unsaved.map((one) => (
          <NotSaved key={`${one.pending.caseId}/${one.pending.untilMs}`} one={one} />
        ))}
      </div>
      <div className="contents" aria-live="polite">
        {pending !== undefined && <Waiting key={pending.title} pending={pending} />}
        {pending === undefined && told !== undefined && <Message told={told} />}
      </div>
    </div>
  );
}

function Waiting({ pending }: { readonly pending: Pending }) {
  const bar = useRef<HTMLDivElement>(null);
  // Enter and Z are for the bar now and not for the button that was pressed; a field keeps whoever writes in it.
  useLayoutEffect(() => {
    const shown = bar.current;
    if (!takesText(document.activeElement)) shown?.focus({ preventScroll: true });
    return () => {
      const inside = shown?.contains(document.activeElement) === true;
      if (inside) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={bar}
      tabIndex={-1}
      role="group"
      aria-label={`${pending.title}, not sent yet`}
      className="pointer-events-auto relative flex w-full max-w-xl flex-wrap items-center gap-x-3 gap-y-1.5 overflow-hidden rounded-lg border-2 border-accent bg-raised px-4 py-2.5 shadow-lg outline-none"
    >
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span className="font-semibold">{pending.title}</span>
        <span className="block text-[0.9em] text-soft" aria-hidden>
          Sent in <Countdown untilMs={pending.untilMs} />
        </span>
      </span>
      <button type="button" className="button max-sm:flex-1" onClick={undo}>
        Undo <span className="key">Z</span>
      </button>
      <button type="button" className="button max-sm:flex-1" onClick={() => void sendNow()}>
        Send now <span className="key">Enter</span>
      </button>
      <div
        key={pending.untilMs}
        className="absolute inset-x-0 bottom-0 h-1 origin-left bg-accent motion-reduce:hidden"
        style={{ animation: `run-out ${undoMs}ms linear forwards` }}
      />
    </div>
  );
}

function Countdown({ untilMs }: { readonly untilMs: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return <>{Math.min(undoMs / 1000, Math.max(0, Math.ceil((untilMs - now) / 1000)))} s</>;
}

function NotSaved({ one }: { readonly one: Unsaved }) {
  return (
    <div
      role="alert"
      className="pointer-events-auto flex w-full max-w-xl flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-bad bg-bad-soft px-4 py-2.5 text-bad shadow-lg"
    >
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span className="font-semibold">{one.pending.title}: not saved.</span> {one.reason}
      </span>
      {one.again && (
        <button type="button" className="button max-sm:flex-1" onClick={() => void tryAgain([one])}>
          Try again
        </button>
      )}
      <button type="button" className="button max-sm:flex-1" onClick={() => drop(one)}>
        {one.again ? 'Drop it' : 'Close'}
      </button>
    </div>
  );
}

function Message({ told }: { readonly told: Told }) {
  return (
    <div
      className={`pointer-events-auto flex max-w-xl items-center gap-3 rounded-lg border px-4 py-2 shadow-lg ${
        told.bad ? 'border-bad bg-bad-soft text-bad' : 'border-good bg-good-soft text-good'
      }`}
      role={told.bad ? 'alert' : 'status'}
    >
      <span className="min-w-0">{told.text}</span>
      <button type="button" className="min-h-6 shrink-0 underline" onClick={hush}>
        Close
      </button>
    </div>
  );
}
