import { dismiss, type Toast } from './toast.ts';

/** A success or error message. Clicks outside its button reach the elements below it. */
export function ToastNotice({ toast: { text, isError } }: { readonly toast: Toast }) {
  return (
    <div
      className={`flex max-w-xl items-center gap-3 rounded-lg border px-4 py-2 shadow-lg ${
        isError ? 'border-bad bg-bad-soft text-bad' : 'border-good bg-good-soft text-good'
      }`}
      role={isError ? 'alert' : 'status'}
    >
      <span className="min-w-0">{text}</span>
      <button type="button" className="pointer-events-auto min-h-6 shrink-0 underline" onClick={dismiss}>
        Close
      </button>
    </div>
  );
}
