import { useState } from 'react';

type AskButtonProps = {
  readonly label: string;
  readonly question: string;
  readonly disabled?: boolean;
  onYes(): void;
};

/** A button for what cannot be taken back: it asks first, and No has the focus. */
export function AskButton({ label, question, disabled = false, onYes }: AskButtonProps) {
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <button type="button" className="button min-h-7 px-2" disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  const yes = (): void => {
    setAsking(false);
    onYes();
  };
  return (
    <span
      role="group"
      aria-label={question}
      className="inline-flex flex-wrap items-center gap-1.5"
      onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}
    >
      <span className="text-bad">{question}</span>
      <button type="button" className="button min-h-7 border-bad px-2 text-bad" onClick={yes}>
        Yes
      </button>
      <button type="button" className="button min-h-7 px-2" autoFocus onClick={() => setAsking(false)}>
        No
      </button>
    </span>
  );
}
