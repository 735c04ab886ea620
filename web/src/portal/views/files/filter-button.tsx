import { formatCount } from './file-messages.ts';

type ButtonProps = { readonly label: string; readonly count: number; readonly pressed: boolean; onPress(): void };

/** Shows the rows of one kind, and how many there are. */
export function FilterButton({ label, count, pressed, onPress }: ButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={`min-h-11 rounded-md border px-3 py-1 text-left ${pressed ? 'border-accent bg-accent-soft text-accent' : 'border-edge'}`}
      onClick={onPress}
    >
      <span className="block font-bold">{formatCount(count)}</span>
      <span className="block">{label}</span>
    </button>
  );
}
