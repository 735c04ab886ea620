import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { caseQuery, meQuery } from '#api/queries.ts';
import { logCall, type CallBody } from '#api/queue.ts';
import type { Card, Case } from '#api/types.ts';
import { hintOf, isElsewhere, mayLog, noteWith, outcomes, type Outcome } from '#lib/outcomes.ts';
import { keepDraft, readDraft } from '#ui/draft.ts';
import { useKeys } from '#ui/keys.ts';
import { useNow } from '#ui/time.tsx';
import { putOff } from '#ui/undo.ts';
import { Callback } from './callback.tsx';

/** Puts a call off until it is sent, with the note as it is by then. */
function useLog(card: Card): (outcome: Outcome, callbackAt?: string) => void {
  const queries = useQueryClient();
  return (outcome, callbackAt) => {
    let sent: CallBody | undefined;
    putOff({
      title: `${card.number}: ${outcome.title}`,
      caseId: card.id,
      about: 'call',
      send: async () => {
        const draft = readDraft(card.id);
        const note = noteWith(outcome, draft);
        sent = {
          outcome: outcome.outcome,
          ...(note === '' ? {} : { note }),
          ...(callbackAt === undefined ? {} : { callback_at: callbackAt }),
        };
        await logCall(card, sent);
        // What was written meanwhile is the beginning of another note.
        if (readDraft(card.id) === draft) keepDraft(card.id, '');
        await queries.invalidateQueries({ queryKey: ['case', card.id] });
      },
      wasSaved: async () => {
        const { card: fresh, timeline } = await queries.fetchQuery({ ...caseQuery(card.id), staleTime: 0 });
        if (fresh.last_call_at === card.last_call_at) return false;
        const last = timeline.find(({ kind }) => kind === 'call');
        const me = await queries.ensureQueryData(meQuery);
        const saved = last?.by === me.name && last.note === (sent?.note ?? null);
        if (saved) keepDraft(card.id, '');
        return saved;
      },
    });
  };
}

/** One key says how it went. Nothing is sent before ten seconds have passed or Enter was pressed. */
export function Outcomes({ shown }: { readonly shown: Case }) {
  const { card, calling } = shown;
  const [asking, setAsking] = useState<Outcome>();
  const log = useLog(card);
  const now = useNow(10_000);
  const choose = (outcome: Outcome): void => {
    if (outcome.asks !== undefined && !(outcome.asks === 'again' && asking === outcome)) return setAsking(outcome);
    setAsking(undefined);
    log(outcome);
  };
  const possible = isElsewhere(card, now) ? [] : outcomes.filter(({ outcome }) => mayLog(card, outcome));
  useKeys({
    ...Object.fromEntries(possible.map((outcome) => [outcome.key, () => choose(outcome)])),
    Escape: asking && (() => setAsking(undefined)),
  });
  if (possible.length === 0) return null;
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="font-semibold">How did it go?</legend>
      <div className="mt-1 grid grid-cols-2 gap-1.5">
        {outcomes.map((outcome) => (
          <OutcomeButton
            key={outcome.key}
            outcome={outcome}
            hint={hintOf(card, outcome)}
            open={asking === outcome}
            disabled={!possible.includes(outcome)}
            onPress={() => choose(outcome)}
          />
        ))}
      </div>
      {asking?.asks === 'again' && (
        <p role="alert" className="mt-2 rounded-md bg-bad-soft px-2 py-1.5 font-semibold text-bad">
          The number and the address of this case are never called or written to again. Press {asking.key} once more.
        </p>
      )}
      {asking?.asks === 'time' && (
        <Callback
          place={calling}
          onPick={(at) => {
            setAsking(undefined);
            log(asking, at);
          }}
          onLeave={() => setAsking(undefined)}
        />
      )}
    </fieldset>
  );
}

const tones = { good: 'text-good', plain: 'text-ink', bad: 'text-bad' } as const;

type Button = {
  readonly outcome: Outcome;
  readonly hint: string;
  readonly open: boolean;
  readonly disabled: boolean;
  onPress(): void;
};

function OutcomeButton({ outcome, hint, open, disabled, onPress }: Button) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-expanded={outcome.asks === undefined ? undefined : open}
      onClick={onPress}
      className={`flex min-h-11 min-w-0 items-center gap-1.5 rounded-md border px-1.5 py-1 text-left leading-tight hover:bg-ground disabled:cursor-not-allowed disabled:opacity-50 ${
        open ? 'border-accent bg-accent-soft' : 'border-line bg-paper'
      }`}
    >
      <span className="key">{outcome.key}</span>
      <span className="min-w-0">
        <span className={`block text-[0.95em] font-semibold tracking-tight ${tones[outcome.tone]}`}>
          {outcome.title}
        </span>
        <span className="block text-[0.82em] text-soft">{hint}</span>
      </span>
    </button>
  );
}
