import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Card, Held, Source } from '#api/types.ts';
import { formatDuration, laneTitles, titleOfSource } from '#lib/format.ts';
import type { MergedCard } from '#lib/merge-columns.ts';
import { formatCentsRounded } from '#lib/money.ts';
import { Ago, useNow } from '#ui/time.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';

const edges: Record<Source, string> = {
  agent_intake: 'border-l-accent',
  referral: 'border-l-soft',
  membership: 'border-l-warn',
};

/** The card that was opened last; the board focuses it again. */
export const lastOpened: { id: string | undefined } = { id: undefined };

/** One case in a column: what identifies it, and badges for what needs attention. */
export function CaseCard({ card }: { readonly card: MergedCard }) {
  const { change } = card;
  return (
    <li>
      <Link
        to="/cases/$id"
        params={{ id: card.id }}
        data-card={card.id}
        onClick={() => (lastOpened.id = card.id)}
        className={`block rounded-md border border-l-4 border-line bg-raised px-2.5 py-2 hover:border-edge ${edges[card.source]} ${
          change === 'moved' || change === 'closed' ? 'border-dashed' : ''
        }`}
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold">
            {card.name === null ? (
              <span className="text-soft">{card.unreadable ? 'Can’t be decrypted' : 'No name'}</span>
            ) : (
              <UntrustedText text={card.name} max={36} />
            )}
          </span>
          <span className="shrink-0 text-[0.85em] text-soft">
            <Ago at={card.opened_at} />
          </span>
        </span>
        <span className="block truncate text-soft">
          {card.vehicle === null ? 'Vehicle unknown' : <UntrustedText text={card.vehicle} max={44} />}
          {card.loss_state !== null && <span className="ml-1.5">{card.loss_state.slice(0, 2)}</span>}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-1 text-[0.85em]">
          <Badge>{titleOfSource(card)}</Badge>
          {card.priority && <Badge tone="warn">Priority</Badge>}
          {card.test && <Badge tone="warn">Test</Badge>}
          <ProofBadges card={card} short />
          {card.gap_cents !== null && card.gap_cents > 0 && <GapBadge cents={card.gap_cents} />}
          {card.attempts > 0 && <Badge>{card.attempts === 1 ? '1 call' : `${card.attempts} calls`}</Badge>}
          {card.waits_for_number && (
            <Badge tone="warn">{card.number_struck ? 'Needs a number' : 'No number to call'}</Badge>
          )}
          {card.unread_replies > 0 && (
            <Badge tone="accent">{card.unread_replies === 1 ? '1 reply' : `${card.unread_replies} replies`}</Badge>
          )}
          {card.stopped && <Badge tone="bad">No more contact</Badge>}
          {card.assignee !== null && (
            <Badge tone={card.assignee.mine ? 'accent' : 'plain'} title="Owner of this case">
              {card.assignee.mine ? 'My case' : `Owner: ${card.assignee.name}`}
            </Badge>
          )}
          {card.callback_at !== null && <CallbackBadge at={card.callback_at} />}
          {card.held !== null && <LeaseBadge held={card.held} />}
          {change === 'added' && <Badge tone="accent">Just added</Badge>}
          {change === 'moved' && <Badge tone="bad">Moved to {laneTitles[card.lane]}</Badge>}
          {change === 'closed' && <Badge tone="bad">Off the board</Badge>}
        </span>
      </Link>
    </li>
  );
}

/** How the team knows that the customer is reached. */
const provenTitles: Record<NonNullable<Card['proven']>, string> = {
  email: 'Verified by email',
  text: 'Verified by text',
  call: 'Verified by call',
};

type ProofBadgesProps = {
  readonly card: Pick<Card, 'proven' | 'relayed' | 'tied'>;
  /** In the narrow columns of the board the words are fewer. */
  readonly short?: boolean;
};

/** Whose yes it was, and whether other open cases are of the same person. */
export function ProofBadges({ card: { proven, relayed, tied }, short = false }: ProofBadgesProps) {
  return (
    <>
      {proven !== null && <Badge tone="good">{provenTitles[proven]}</Badge>}
      {relayed && (
        <Badge tone="warn" title="The agent relayed a yes. We haven’t verified that it came from the customer.">
          {short ? 'Relayed yes, unverified' : 'Relayed by the agent, unverified'}
        </Badge>
      )}
      {tied > 0 && (
        <Badge tone="accent" title="Open cases of the same person. One call covers them all">
          {tied === 1 ? '1 more case for this person' : `${tied} more cases for this person`}
        </Badge>
      )}
    </>
  );
}

function GapBadge({ cents }: { readonly cents: number }) {
  return (
    <Badge tone="good" title="Amount the offer is below market">
      <span className="sr-only">Offer is below market by </span>
      <span aria-hidden>+</span>
      {formatCentsRounded(cents)}
    </Badge>
  );
}

function LeaseBadge({ held }: { readonly held: Held }) {
  const now = useNow(10_000);
  if (Date.parse(held.until) <= now) return null;
  return <Badge tone={held.mine ? 'accent' : 'bad'}>{held.mine ? 'Yours' : `With ${held.name}`}</Badge>;
}

function CallbackBadge({ at }: { readonly at: string }) {
  const ahead = Date.parse(at) - useNow(10_000);
  return ahead > 0 ? (
    <Badge tone="accent">Callback in {formatDuration(ahead)}</Badge>
  ) : (
    <Badge tone="bad">Callback {formatDuration(ahead)} overdue</Badge>
  );
}

const tones = {
  plain: 'bg-ground text-soft',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
} as const;

type BadgeProps = { readonly tone?: keyof typeof tones; readonly title?: string; readonly children: ReactNode };

export function Badge({ tone = 'plain', title, children }: BadgeProps) {
  return (
    <span title={title} className={`max-w-full truncate rounded px-1.5 font-medium ${tones[tone]}`}>
      {children}
    </span>
  );
}
