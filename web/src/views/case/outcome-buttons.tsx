import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { logCall } from '#api/queue.ts';
import { ApiError } from '#lib/http.ts';
import type { Case } from '#api/types.ts';
import { buildNote, findRefusal, hintOf, isStop, isWithColleague, outcomes, type Outcome } from '#lib/outcomes.ts';
import { readDraft, saveDraft } from '#board/draft.ts';
import { CallCameBetween, defer, type MissedCall } from '#board/outbox.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { useNow } from '#ui/time.tsx';
import { CallbackPicker } from './callback-picker.tsx';

/** Defers logging a call; the note is read when the call is sent. */
function useLogCall({ card, call_count: seen }: Case): (outcome: Outcome, callbackAt?: string) => void {
  const queries = useQueryClient();
  return (outcome, callbackAt) => {
    // One id for all tries: if only the answer is lost, the next try logs nothing twice.
    const attempt = crypto.randomUUID();
    let seenCalls = seen;
    let sent: { readonly draft: string; readonly note: string } | undefined;
    defer({
      title: `${card.number}: ${outcome.title}`,
      caseId: card.id,
      kind: 'call',
      send: async () => {
        const draft = readDraft(card.id);
        sent ??= { draft, note: buildNote(outcome, draft) };
        const { note } = sent;
        try {
          await logCall(card, {
            outcome: outcome.outcome,
            ...(note === '' ? {} : { note }),
            ...(callbackAt === undefined ? {} : { callback_at: callbackAt }),
            seen_calls: seenCalls,
            attempt_id: attempt,
          });
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'call_came_between') throw error;
          // Nothing was logged, so that a further try may say more.
          seenCalls = Number(error.problem['calls']);
          sent = undefined;
          void queries.invalidateQueries({ queryKey: ['case', card.id] });
          const own = note === '' ? outcome.title : `${outcome.title}: ${note}`;
          throw new CallCameBetween(own, error.problem['between'] as readonly MissedCall[]);
        }
        // Text typed while sending belongs to the next note.
        if (readDraft(card.id) === sent.draft) saveDraft(card.id, '');
        await queries.invalidateQueries({ queryKey: ['case', card.id] });
      },
    });
  };
}

/**
 * One key per outcome. Nothing is sent until ten seconds pass or the user presses Enter. A closed case, or one that a
 * colleague has, takes a stop and nothing else.
 */
export function OutcomeButtons({ caseDetail }: { readonly caseDetail: Case }) {
  const { card, calling, allowed_outcomes: allowed } = caseDetail;
  const [prompting, setPrompting] = useState<Outcome>();
  const log = useLogCall(caseDetail);
  const now = useNow(10_000);
  const choose = (outcome: Outcome): void => {
    if (outcome.prompt !== undefined && !(outcome.prompt === 'confirmation' && prompting === outcome))
      return setPrompting(outcome);
    setPrompting(undefined);
    log(outcome);
  };
  const stopsOnly = card.closed_at !== null || isWithColleague(card, now);
  const shown = stopsOnly ? outcomes.filter(isStop) : outcomes;
  const possible = shown.filter((outcome) => findRefusal(allowed, outcome) === undefined);
  useShortcuts({
    ...Object.fromEntries(possible.map((outcome) => [outcome.key, () => choose(outcome)])),
    Escape: prompting && (() => setPrompting(undefined)),
  });
  if (possible.length === 0) return null;
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="font-semibold">{stopsOnly ? 'Asked us to stop' : 'Call outcome'}</legend>
      <div className="mt-1 grid grid-cols-2 gap-1.5">
        {shown.map((outcome) => (
          <OutcomeButton
            key={outcome.key}
            outcome={outcome}
            hint={hintOf(card, outcome)}
            expanded={prompting === outcome}
            refusal={findRefusal(allowed, outcome)}
            onPress={() => choose(outcome)}
          />
        ))}
      </div>
      {prompting?.prompt === 'confirmation' && (
        <p role="alert" className="mt-2 rounded-md bg-bad-soft px-2 py-1.5 font-semibold text-bad">
          We won’t call, text or email this person again unless they ask us to. Press {prompting.key} again to confirm.
        </p>
      )}
      {prompting?.prompt === 'time' && (
        <CallbackPicker
          zones={calling.zones}
          openings={calling.callback_openings}
          onPick={(at) => {
            setPrompting(undefined);
            log(prompting, at);
          }}
          onCancel={() => setPrompting(undefined)}
        />
      )}
    </fieldset>
  );
}

const tones = { good: 'text-good', plain: 'text-ink', bad: 'text-bad' } as const;

type OutcomeButtonProps = {
  readonly outcome: Outcome;
  readonly hint: string;
  readonly expanded: boolean;
  /** Why it cannot be logged; shown instead of the hint. */
  readonly refusal: string | undefined;
  onPress(): void;
};

function OutcomeButton({ outcome, hint, expanded, refusal, onPress }: OutcomeButtonProps) {
  // The reason itself stays readable.
  const faded = refusal === undefined ? '' : 'opacity-50';
  return (
    <button
      type="button"
      disabled={refusal !== undefined}
      title={refusal}
      aria-expanded={outcome.prompt === undefined ? undefined : expanded}
      onClick={onPress}
      className={`flex min-h-11 min-w-0 items-center gap-1.5 rounded-md border px-1.5 py-1 text-left leading-tight hover:bg-ground disabled:cursor-not-allowed disabled:bg-ground ${
        expanded ? 'border-accent bg-accent-soft' : 'border-line bg-paper'
      }`}
    >
      {/* A key that does nothing is not offered. */}
      {refusal === undefined && <span className="key">{outcome.key}</span>}
      <span className="min-w-0">
        <span className={`block text-[0.95em] font-semibold tracking-tight ${tones[outcome.tone]} ${faded}`}>
          {outcome.title}
        </span>
        <span className="block text-[0.82em] text-soft">{refusal ?? hint}</span>
      </span>
    </button>
  );
}
