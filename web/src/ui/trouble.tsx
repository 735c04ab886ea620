/** Something did not work, in the service's words. */
export function Trouble({ error }: { readonly error: unknown }) {
  return (
    <p role="alert" className="m-4 rounded-md border border-bad bg-bad-soft px-3 py-2 text-bad">
      {error instanceof Error ? error.message : 'Something did not work.'}
    </p>
  );
}
