import { useEffect, useRef, useState, type ReactNode } from 'react';

type ConfirmButtonProps = {
  /** The question to confirm first; without it, the button acts immediately. */
  readonly confirm?: string | undefined;
  onConfirmed(): void;
  /** Of the button: a page has small ones in its tables, and one main one. */
  readonly size?: 'small' | 'normal' | 'main';
  /** The name of the button, where its text alone says too little. */
  readonly label?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly pending?: boolean;
  readonly error?: Error | null;
  readonly children: ReactNode;
};

const classNames = { small: 'button min-h-7 px-2', normal: 'button', main: 'button-main' } as const;

/**
 * A button that asks for confirmation before an irreversible action. No has the focus, so that pressing Enter twice
 * does nothing; afterwards the button has it again.
 */
export function ConfirmButton({ confirm, onConfirmed, size = 'normal', error = null, ...props }: ConfirmButtonProps) {
  const { label, disabled = false, pending = false, children } = props;
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (!asking && wasAsking.current) button.current?.focus();
    wasAsking.current = asking;
  }, [asking]);
  const act = (): void => {
    setAsking(false);
    if (!pending) onConfirmed();
  };
  if (asking)
    return <Question text={confirm ?? ''} isSmall={size === 'small'} onYes={act} onNo={() => setAsking(false)} />;
  const pressed = (
    <button
      ref={button}
      type="button"
      className={classNames[size]}
      aria-label={label}
      disabled={disabled}
      aria-disabled={pending}
      onClick={() => (confirm === undefined ? act() : setAsking(true))}
    >
      {children}
    </button>
  );
  if (error === null) return pressed;
  // Next to the clicked button, since the bottom of the screen may be far from it.
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {pressed}
      <span role="alert" className="text-bad">
        {error.message}
      </span>
    </span>
  );
}

type QuestionProps = { readonly text: string; readonly isSmall: boolean; onYes(): void; onNo(): void };

function Question({ text, isSmall, onYes, onNo }: QuestionProps) {
  const className = isSmall ? classNames.small : classNames.normal;
  return (
    <span
      role="group"
      aria-label={text}
      className="inline-flex flex-wrap items-center gap-1.5"
      onKeyDown={(event) => event.key === 'Escape' && onNo()}
    >
      <span className="text-bad">{text}</span>
      <button type="button" className={`${className} border-bad text-bad`} onClick={onYes}>
        Yes
      </button>
      <button type="button" className={className} autoFocus onClick={onNo}>
        No
      </button>
    </span>
  );
}
