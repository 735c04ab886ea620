import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePortal } from '#portal/api.ts';

/** The sandbox is a part of test mode; somebody who follows an address of it into live mode is told where it is. */
export function InTestMode({ children }: { readonly children: ReactNode }) {
  const { mode, institutionId } = usePortal();
  if (mode === 'test') return children;
  return (
    <p>
      The sandbox exists in test mode only.{' '}
      <Link
        to="/$institutionId/$mode/sandbox/objects"
        params={{ institutionId, mode: 'test' }}
        className="text-accent underline"
      >
        Go to the sandbox
      </Link>
    </p>
  );
}
