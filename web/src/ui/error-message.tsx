import { Link } from '@tanstack/react-router';

type ErrorMessageProps = { readonly error: unknown; readonly back?: string };

/** An error with its message and a way back. */
export function ErrorMessage({ error, back = 'Go to the board' }: ErrorMessageProps) {
  return (
    <div role="alert" className="m-4 rounded-md border border-bad bg-bad-soft px-3 py-2 text-bad">
      <p>{error instanceof Error ? error.message : 'Something went wrong.'}</p>
      <p className="mt-1">
        <Link to="/" className="underline">
          {back}
        </Link>
      </p>
    </div>
  );
}

/** Shown above data whose refresh failed. */
export function StaleWarning({ error }: { readonly error: Error }) {
  return (
    <p role="status" className="mb-2 rounded-md bg-warn-soft px-3 py-1.5 text-warn">
      This may be out of date because refreshing failed. {error.message}
    </p>
  );
}
