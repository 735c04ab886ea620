import { useEffect, useRef, useState } from 'react';
import { usePortalAction } from '#portal/api.ts';

type ConfirmButtonProps = {
  readonly path: string;
  readonly label: string;
  /** What it is pressed on, for those who hear the page. */
  readonly about: string;
  readonly question: string;
  readonly success: string;
};

/** A button that asks before it sends what cannot be taken back. No has the focus, so that pressing Enter twice does nothing. */
export function ConfirmButton({ path, label, about, question, success }: ConfirmButtonProps) {
  const action = usePortalAction(success);
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (!asking && asked.current) button.current?.focus();
    asked.current = asking;
  }, [asking]);
  const act = (): void => {
    setAsking(false);
    action.mutate({ path });
  };
  if (asking)
    return (
      <span
        role="group"
        aria-label={question}
        className="inline-flex flex-wrap items-center gap-1.5"
        onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}
      >
        <span className="text-bad">{question}</span>
        <button type="button" className="button min-h-7 border-bad px-2 text-bad" onClick={act}>
          Yes
        </button>
        <button type="button" className="button min-h-7 px-2" autoFocus onClick={() => setAsking(false)}>
          No
        </button>
      </span>
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <button
        ref={button}
        type="button"
        className="button min-h-7 px-2"
        aria-label={`${label} ${about}`}
        disabled={action.isPending}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {action.error !== null && (
        <span role="alert" className="text-bad">
          {action.error.message}
        </span>
      )}
    </span>
  );
}
