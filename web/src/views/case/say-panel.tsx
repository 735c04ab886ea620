import type { Case } from '#api/types.ts';
import { Theirs } from '#ui/theirs.tsx';

/** The call, sentence by sentence. */
export function SayPanel({ say }: { readonly say: Case['say'] }) {
  return (
    <section className="panel p-3" aria-labelledby="say">
      <h2 id="say" className="panel-title">
        What to say
      </h2>
      <ol className="mt-1.5 grid gap-1.5">
        {say.map((line, index) => (
          <li key={index} className="grid grid-cols-[1.25rem_minmax(0,1fr)] text-[1.05rem] leading-snug">
            <span className="text-faint" aria-hidden>
              {index + 1}
            </span>
            <span className="min-w-0">
              {line.map((words, at) => (words.theirs ? <Theirs key={at} text={words.text} max={80} /> : words.text))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
