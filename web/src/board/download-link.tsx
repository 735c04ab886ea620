import { useState, type MouseEvent, type ReactNode } from 'react';
import { isConfirmed } from '#api/request.ts';
import { askToConfirm } from '#ui/confirmation.ts';

type Props = {
  readonly href: string;
  /** The file name; default: the one from the service. */
  readonly download?: string;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
};

/**
 * A file that requires the user to confirm their identity first, because the browser's own download could not ask for
 * that.
 */
export function DownloadLink({ href, download = '', className = 'button', label, children }: Props) {
  const [problem, setProblem] = useState<string>();
  const fetchFile = async (): Promise<void> => {
    setProblem(undefined);
    try {
      if (!(await isConfirmed()) && !(await askToConfirm())) return;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file couldn’t be downloaded.');
      return;
    }
    const link = document.createElement('a');
    Object.assign(link, { href, download });
    link.click();
  };
  const onClick = (event: MouseEvent): void => {
    event.preventDefault();
    void fetchFile();
  };
  return (
    <>
      <a href={href} download={download} className={className} aria-label={label} onClick={onClick}>
        {children}
      </a>
      {problem !== undefined && (
        <span role="alert" className="text-bad">
          {problem}
        </span>
      )}
    </>
  );
}
