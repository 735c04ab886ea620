import { formatCentsExact } from '#lib/money.ts';

type BeforeAfterProps = { readonly before: number; readonly after: number };

/** Two amounts with an arrow between them, which is read as a word. */
export const BeforeAfter = ({ before, after }: BeforeAfterProps) => (
  <>
    {formatCentsExact(before)}{' '}
    <span className="whitespace-nowrap">
      <span aria-hidden>→ </span>
      <span className="sr-only">to </span>
      {formatCentsExact(after)}
    </span>
  </>
);
