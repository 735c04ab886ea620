import type { Case } from '#api/types.ts';
import { UntrustedText } from '#ui/untrusted-text.tsx';

/** The call script, sentence by sentence. */
export function ScriptPanel({ script }: { readonly script: Case['say'] }) {
  return (
    <section className="panel p-3" aria-labelledby="script">
      <h2 id="script" className="panel-title">
        Call script
      </h2>
      <ol className="mt-1.5 grid gap-1.5">
        {script.map((line, index) => (
          <li key={index} className="grid grid-cols-[1.75rem_minmax(0,1fr)] text-[1.05rem] leading-snug">
            <span className="text-faint" aria-hidden>
              {index + 1}
            </span>
            <span className="min-w-0">
              {line.map((part, index) =>
                part.theirs ? <UntrustedText key={index} text={part.text} max={80} /> : part.text,
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
