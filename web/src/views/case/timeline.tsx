import { useState } from 'react';
import type { Entry } from '#api/types.ts';
import { inWords, moment } from '#lib/format.ts';
import { Spelled } from '#ui/theirs.tsx';

const dots: Record<Entry['kind'], string> = {
  submitted: 'bg-accent',
  status: 'bg-accent',
  message: 'bg-faint',
  call: 'bg-good',
  answer: 'bg-good',
  action: 'bg-faint',
  document: 'bg-theirs',
  money: 'bg-bad',
};

const first = 12;

/** Most titles are sentences; an event or a state that has none yet is at least not shown as code. */
function titleOf({ title }: Entry): string {
  const words = /^[a-z]+(\.[a-z_]+)+$/.test(title) ? title.replaceAll('.', ' ') : title;
  return inWords(words.charAt(0).toUpperCase() + words.slice(1));
}

/** Everything that happened, newest first. */
export function Timeline({ entries }: { readonly entries: readonly Entry[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, first);
  return (
    <section className="panel p-3" aria-labelledby="timeline">
      <h2 id="timeline" className="panel-title">
        Timeline
      </h2>
      <ol className="mt-1.5 grid gap-2">
        {shown.map((entry, index) => (
          <li key={index} className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] gap-x-2">
            <span aria-hidden className={`mt-1.5 size-2 rounded-full ${dots[entry.kind]}`} />
            <span className="min-w-0">
              <span className="font-medium">{titleOf(entry)}</span>
              {entry.by !== null && <span className="text-soft">, {entry.by}</span>}
              {entry.note !== null && (
                <span className="theirs-block block text-soft">
                  <bdi>
                    <Spelled text={entry.note} />
                  </bdi>
                </span>
              )}
            </span>
            <time dateTime={entry.at} className="text-[0.85em] whitespace-nowrap text-soft">
              {moment(entry.at)}
            </time>
          </li>
        ))}
      </ol>
      {entries.length > first && (
        <button type="button" className="mt-2 min-h-6 underline" onClick={() => setAll(!all)}>
          {all ? 'Show less' : `Show all ${entries.length}`}
        </button>
      )}
    </section>
  );
}
