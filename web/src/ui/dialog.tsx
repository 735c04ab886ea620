import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

type DialogProps = {
  readonly title: string;
  readonly description: ReactNode;
  /** Where it is and how wide. */
  readonly className: string;
  /** Whether the title gets the focus: for a dialog whose first control is at its end. */
  readonly focusTitle?: boolean;
  onClose(): void;
  readonly children: ReactNode;
};

/**
 * On top of everything while rendered. Esc and a click outside close it, and the focus returns to its previous element.
 */
export function Dialog({ title, description, className, focusTitle = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    if (focusTitle) heading.current?.focus();
    return () => shown?.close();
  }, [focusTitle]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      className={`rounded-xl border border-line bg-paper text-ink shadow-2xl backdrop:bg-black/50 ${className}`}
      onClose={() => dialog.current?.open === false && onClose()}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="p-5">
        <h2
          ref={heading}
          id={`${id}-title`}
          tabIndex={focusTitle ? -1 : undefined}
          className="text-lg font-bold outline-none"
        >
          {title}
        </h2>
        <p id={`${id}-description`} className="mt-1 text-soft">
          {description}
        </p>
        {children}
      </div>
    </dialog>
  );
}
