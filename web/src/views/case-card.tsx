import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Held, Source } from '#api/types.ts';
import { laneTitles, sourceTitles, span } from '#lib/format.ts';
import { aboutCents } from '#lib/money.ts';
import type { PlacedCard } from '#lib/merge-columns.ts';
import { Ago, useNow } from '#ui/time.tsx';
import { Theirs } from '#ui/theirs.tsx';

const edges: Record<Source, string> = {
  agent_intake: 'border-l-accent',
  referral: 'border-l-good',
  membership: 'border-l-warn',
};

/** The card through which somebody left the board. */
export const lastOpened: { id: string | undefined } = { id: undefined };

/** One case in a column: enough to recognize it, and what is special about it. */
export function CaseCard({ card }: { readonly card: PlacedCard }) {
  const { news } = card;
  return (
    <li>
      <Link
        to="/cases/$id"
        params={{ id: card.id }}
        data-card={card.id}
        onClick={() => (lastOpened.id = card.id)}
        className={`block rounded-md border border-l-4 border-line bg-raised px-2.5 py-2 hover:border-edge ${edges[card.source]} ${
          news === 'left' || news === 'closed' ? 'border-dashed' : ''
        }`}
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold">
            {card.name === null ? <span className="text-soft">No name</span> : <Theirs text={card.name} max={36} />}
          </span>
          <span className="shrink-0 text-[0.85em] text-soft">
            <Ago at={card.opened_at} />
          </span>
        </span>
        <span className="block truncate text-soft">
          {card.vehicle === null ? 'Vehicle not said' : <Theirs text={card.vehicle} max={44} />}
          {card.loss_state !== null && <span className="ml-1.5">{card.loss_state.slice(0, 2)}</span>}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-1 text-[0.85em]">
          <Mark>{sourceTitles[card.source]}</Mark>
          {card.priority && <Mark tone="warn">Priority</Mark>}
          {card.test && <Mark tone="warn">Test</Mark>}
          {card.gap_cents !== null && card.gap_cents > 0 && <Gap cents={card.gap_cents} />}
          {card.attempts > 0 && <Mark>{card.attempts === 1 ? '1 call' : `${card.attempts} calls`}</Mark>}
          {card.callback_at !== null && <Callback at={card.callback_at} />}
          {card.held !== null && <HeldMark held={card.held} />}
          {news === 'new' && <Mark tone="accent">New here</Mark>}
          {news === 'left' && <Mark tone="bad">Now {laneTitles[card.lane]}</Mark>}
          {news === 'closed' && <Mark tone="bad">Off the board</Mark>}
        </span>
      </Link>
    </li>
  );
}

function Gap({ cents }: { readonly cents: number }) {
  return (
    <Mark tone="good" title="The offer lies so far under the market">
      <span className="sr-only">Offer is under the market by </span>
      <span aria-hidden>+</span>
      {aboutCents(cents)}
    </Mark>
  );
}

function HeldMark({ held }: { readonly held: Held }) {
  const now = useNow(10_000);
  if (Date.parse(held.until) <= now) return null;
  return <Mark tone={held.mine ? 'accent' : 'bad'}>{held.mine ? 'Yours' : `With ${held.name}`}</Mark>;
}

function Callback({ at }: { readonly at: string }) {
  const ahead = Date.parse(at) - useNow(10_000);
  return ahead > 0 ? (
    <Mark tone="accent">Call back in {span(ahead)}</Mark>
  ) : (
    <Mark tone="bad">Callback {span(ahead)} late</Mark>
  );
}

const tones = {
  plain: 'bg-ground text-soft',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
} as const;

type Marked = { readonly tone?: keyof typeof tones; readonly title?: string; readonly children: ReactNode };

export function Mark({ tone = 'plain', title, children }: Marked) {
  return (
    <span title={title} className={`max-w-full truncate rounded px-1.5 font-medium ${tones[tone]}`}>
      {children}
    </span>
  );
}
