import { Link } from '@tanstack/react-router';

/** Something did not work, in the service's words. */
export function Trouble({ error }: { readonly error: unknown }) {
  return (
    <div role="alert" className="m-4 rounded-md border border-bad bg-bad-soft px-3 py-2 text-bad">
      <p>{error instanceof Error ? error.message : 'Something did not work.'}</p>
      <p className="mt-1">
        <Link to="/" className="underline">
          Go to the board
        </Link>
      </p>
    </div>
  );
}

/** What is shown is from before: it could not be read anew. */
export function Stale({ error }: { readonly error: Error }) {
  return (
    <p role="status" className="mb-2 rounded-md bg-warn-soft px-3 py-1.5 text-warn">
      This may be old: it could not be read anew. {error.message}
    </p>
  );
}
