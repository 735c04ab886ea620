import { useState } from 'react';
import type { Entry } from '#api/types.ts';
import { formatDateTime, humanize } from '#lib/format.ts';
import { RevealedText } from '#ui/untrusted-text.tsx';

const dotColors: Record<Entry['kind'], string> = {
  submitted: 'bg-accent',
  status: 'bg-accent',
  message: 'bg-faint',
  call: 'bg-good',
  answer: 'bg-good',
  action: 'bg-faint',
  document: 'bg-untrusted',
  money: 'bg-bad',
  reply: 'bg-untrusted',
  note: 'bg-warn',
};

const collapsedCount = 12;

/** Most titles are sentences; an event type or status without one is shown in words instead of as code. */
function titleOf({ title }: Entry): string {
  const words = /^[a-z]+(\.[a-z_]+)+$/.test(title) ? title.replaceAll('.', ' ') : title;
  return humanize(words.charAt(0).toUpperCase() + words.slice(1));
}

/** The history of the case, newest first. */
export function Timeline({ entries }: { readonly entries: readonly Entry[] }) {
  const [expanded, setExpanded] = useState(false);
  const visible = expanded ? entries : entries.slice(0, collapsedCount);
  return (
    <section className="panel p-3" aria-labelledby="timeline">
      <h2 id="timeline" className="panel-title">
        Timeline
      </h2>
      <ol className="mt-1.5 grid gap-2">
        {visible.map((entry, index) => (
          <li key={index} className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] gap-x-2">
            <span aria-hidden className={`mt-1.5 size-2 rounded-full ${dotColors[entry.kind]}`} />
            <span className="min-w-0">
              <span className="font-medium">{titleOf(entry)}</span>
              {entry.by !== null && <span className="text-soft">, {entry.by}</span>}
              {entry.note !== null && (
                <span className="untrusted-block block text-soft">
                  <bdi>
                    <RevealedText text={entry.note} />
                  </bdi>
                </span>
              )}
            </span>
            <time dateTime={entry.at} className="text-[0.85em] whitespace-nowrap text-soft">
              {formatDateTime(entry.at)}
            </time>
          </li>
        ))}
      </ol>
      {entries.length > collapsedCount && (
        <button type="button" className="mt-2 min-h-6 underline" onClick={() => setExpanded(!expanded)}>
          {expanded ? 'Show less' : `Show all ${entries.length}`}
        </button>
      )}
    </section>
  );
}
