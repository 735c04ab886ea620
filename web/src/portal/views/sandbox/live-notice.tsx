import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePortal } from '#portal/api.ts';

/** The sandbox is part of test mode; this notice redirects users who open a sandbox URL in live mode. */
export function InTestMode({ children }: { readonly children: ReactNode }) {
  const { mode, institutionId } = usePortal();
  if (mode === 'test') return children;
  return (
    <p>
      The sandbox is available only in test mode.{' '}
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
