import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { logCall, type CallBody } from '#api/queue.ts';
import { serverNow } from '#api/request.ts';
import type { Case } from '#api/types.ts';
import { timeIn } from '#lib/format.ts';
import { mayLog, outcomes, type Outcome } from '#lib/outcomes.ts';
import { useKeys } from '#ui/keys.ts';
import { putOff } from '#ui/undo.ts';

type Logging = { readonly shown: Case; readonly note: string; onLogged(): void };

/** One key says how it went. Nothing is sent before ten seconds have passed or Enter was pressed. */
export function Outcomes({ shown, note, onLogged }: Logging) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Outcome>();
  const { card } = shown;
  const log = (outcome: Outcome, callbackAt?: string): void => {
    setAsking(undefined);
    const words = [outcome.note, note].filter((part) => part !== undefined && part !== '').join(' ');
    const body: CallBody = {
      outcome: outcome.outcome,
      ...(words === '' ? {} : { note: words.slice(0, 2000) }),
      ...(callbackAt === undefined ? {} : { callback_at: callbackAt }),
    };
    putOff({
      title: `${card.number}: ${outcome.title}`,
      caseId: card.id,
      send: async (leaving) => {
        await logCall(card, body, leaving);
        onLogged();
        await queries.invalidateQueries({ queryKey: ['case', card.id] });
      },
    });
  };
  const choose = (outcome: Outcome): void => {
    if (outcome.asks === undefined || (outcome.asks === 'again' && asking === outcome)) log(outcome);
    else setAsking(outcome);
  };
  const elsewhere = card.held !== null && !card.held.mine;
  const possible = elsewhere ? [] : outcomes.filter(({ outcome }) => mayLog(card, outcome));
  useKeys(Object.fromEntries(possible.map((outcome) => [outcome.key, () => choose(outcome)])));
  if (possible.length === 0) return null;
  return (
    <fieldset className="mt-3">
      <legend className="font-semibold">How did it go?</legend>
      <div className="mt-1 grid grid-cols-2 gap-1.5">
        {outcomes.map((outcome) => (
          <OutcomeButton
            key={outcome.key}
            outcome={outcome}
            open={asking === outcome}
            disabled={!possible.includes(outcome)}
            onPress={() => choose(outcome)}
          />
        ))}
      </div>
      {asking?.asks === 'again' && (
        <p role="alert" className="mt-2 rounded-md bg-bad-soft px-2 py-1.5 font-semibold text-bad">
          Nobody will ever call or write to them again. Press {asking.key} once more.
        </p>
      )}
      {asking?.asks === 'time' && <Callback zone={shown.calling.zones[0]} onPick={(at) => log(asking, at)} />}
    </fieldset>
  );
}

const tones = { good: 'text-good', plain: 'text-ink', bad: 'text-bad' } as const;

type Button = { readonly outcome: Outcome; readonly open: boolean; readonly disabled: boolean; onPress(): void };

function OutcomeButton({ outcome, open, disabled, onPress }: Button) {
  return (
    <button
      type="button"
      disabled={disabled}
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
        <span className="block text-[0.82em] text-soft">{outcome.hint}</span>
      </span>
    </button>
  );
}

/** When to call back: a few likely moments on the owner's clock, or any other. */
function Callback({ zone, onPick }: { readonly zone: string | undefined; onPick(at: string): void }) {
  const [picked, setPicked] = useState('');
  const zoneName = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = serverNow();
  const moments = [60, 180, 24 * 60].map((minutes) => Math.ceil((now + minutes * 60_000) / 900_000) * 900_000);
  return (
    <div className="mt-2 rounded-md border border-accent p-2">
      <p className="font-semibold">Call back when? (their clock)</p>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {moments.map((at, index) => (
          <button
            key={at}
            type="button"
            className="button"
            // The one who pressed 2 goes on with the keyboard.
            autoFocus={index === 0}
            onClick={() => onPick(new Date(at).toISOString())}
          >
            {timeIn(zoneName, at)}
          </button>
        ))}
      </div>
      <div className="mt-2 flex items-end gap-2">
        <label className="min-w-0 flex-1 text-[0.9em] text-soft">
          Another time (your clock)
          <input
            type="datetime-local"
            className="field"
            value={picked}
            onChange={(event) => setPicked(event.target.value)}
          />
        </label>
        <button
          type="button"
          className="button"
          disabled={picked === ''}
          onClick={() => onPick(new Date(picked).toISOString())}
        >
          Set
        </button>
      </div>
    </div>
  );
}
