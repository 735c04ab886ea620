import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatDateTime, humanize } from '#lib/format.ts';
import { outcomes } from '#lib/outcomes.ts';
import {
  discard,
  retry,
  sendAsWell,
  sendNow,
  undo,
  undoMs,
  useOutbox,
  type CallCameBetween,
  type Pending,
  type Unsaved,
} from './outbox.ts';
import { isTextInput } from '#ui/shortcuts.ts';
import { UntrustedText } from '#ui/untrusted-text.tsx';
import { ToastNotice } from '#ui/toast-notice.tsx';
import { useToast } from '#ui/toast.ts';

/** At the bottom of every view: the pending action with Undo, failed sends, and the latest toast. */
export function Notifications() {
  const { pending, unsaved } = useOutbox();
  const toast = useToast();
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex flex-col items-center gap-2 p-3">
      <div className="contents" aria-live="assertive">
        {unsaved.map((failed) => (
          <UnsavedNotice key={`${failed.pending.caseId}/${failed.pending.sendAtMs}`} unsaved={failed} />
        ))}
      </div>
      <div className="contents" aria-live="polite">
        {pending !== undefined && <PendingNotice key={pending.title} pending={pending} />}
        {pending === undefined && toast !== undefined && <ToastNotice toast={toast} />}
      </div>
    </div>
  );
}

function PendingNotice({ pending }: { readonly pending: Pending }) {
  const notice = useRef<HTMLDivElement>(null);
  // Takes the focus, so that Enter sends instead of clicking the same button again; a focused text field keeps it.
  useLayoutEffect(() => {
    const element = notice.current;
    if (!isTextInput(document.activeElement)) element?.focus({ preventScroll: true });
    return () => {
      const hadFocus = element?.contains(document.activeElement) === true;
      if (hadFocus) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={notice}
      tabIndex={-1}
      role="group"
      aria-label={`${pending.title}, not sent yet`}
      className="pointer-events-auto relative flex w-full max-w-xl flex-wrap items-center gap-x-3 gap-y-1.5 overflow-hidden rounded-lg border-2 border-accent bg-raised px-4 py-2.5 shadow-lg outline-none"
    >
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span className="font-semibold">{pending.title}</span>
        <span className="block text-[0.9em] text-soft" aria-hidden>
          Sending in <Countdown untilMs={pending.sendAtMs} />
        </span>
      </span>
      <button type="button" className="button max-sm:flex-1" onClick={undo}>
        Undo <span className="key">Z</span>
      </button>
      <button type="button" className="button max-sm:flex-1" onClick={() => void sendNow()}>
        Send now <span className="key">Enter</span>
      </button>
      <div
        key={pending.sendAtMs}
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

function UnsavedNotice({ unsaved }: { readonly unsaved: Unsaved }) {
  if (unsaved.conflict !== undefined) return <ConflictNotice unsaved={unsaved} conflict={unsaved.conflict} />;
  return (
    <div
      role="alert"
      className="pointer-events-auto flex w-full max-w-xl flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-bad bg-bad-soft px-4 py-2.5 text-bad shadow-lg"
    >
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span className="font-semibold">{unsaved.pending.title}: not saved.</span> {unsaved.reason}
      </span>
      {unsaved.retryable && (
        <button type="button" className="button max-sm:flex-1" onClick={() => void retry([unsaved])}>
          Try again
        </button>
      )}
      <button type="button" className="button max-sm:flex-1" onClick={() => discard(unsaved)}>
        {unsaved.retryable ? 'Discard' : 'Close'}
      </button>
    </div>
  );
}

type ConflictNoticeProps = { readonly unsaved: Unsaved; readonly conflict: CallCameBetween };

/** Shows both calls side by side, since two people, or two tabs, may be logging the same call. */
function ConflictNotice({ unsaved, conflict: { own, between } }: ConflictNoticeProps) {
  return (
    <div
      role="alert"
      className="pointer-events-auto w-full max-w-xl rounded-lg border border-bad bg-raised px-4 py-2.5 shadow-lg"
    >
      <p className="font-semibold text-bad">{unsaved.pending.title}: not logged. Another call was logged first.</p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <dt className="text-soft">Yours, not logged</dt>
        <dd>{own}</dd>
        {between.map((call) => (
          <Fragment key={call.id}>
            <dt className="text-soft">{call.mine ? 'You, logged' : `${call.by}, logged`}</dt>
            <dd>
              {titleOf(call.outcome)}, {formatDateTime(call.called_at)}
              {call.note !== null && (
                <>
                  : <UntrustedText text={call.note} max={200} />
                </>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="mt-1.5 flex flex-wrap gap-2">
        <button type="button" className="button max-sm:flex-1" onClick={() => discard(unsaved)}>
          Same call: discard mine
        </button>
        <button type="button" className="button max-sm:flex-1" onClick={() => void sendAsWell(unsaved)}>
          Different call: log mine too
        </button>
      </p>
    </div>
  );
}

const titleOf = (outcome: string): string =>
  outcomes.find((one) => one.outcome === outcome)?.title ?? humanize(outcome);
