import { useState, type FormEvent } from 'react';
import { serverNow } from '#api/request.ts';
import { timeIn } from '#lib/format.ts';
import { callbackMoments, instantIn, wallTime, type Place } from '#lib/zoned.ts';

/** Nobody promises a call for later than this; the service refuses it. */
const farthestMs = 60 * 86_400_000;

const abbreviation = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

type Asking = { readonly place: Place; onPick(at: string): void; onLeave(): void };

/** When to call back: a few likely moments on the owner's clock, or any other, on the same clock. */
export function Callback({ place, onPick, onLeave }: Asking) {
  const [now] = useState(serverNow);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = place.zones[0] ?? own;
  const pick = (at: number): void => onPick(new Date(at).toISOString());
  return (
    // Escape leaves it, wherever the focus is in it.
    <div
      className="mt-2 rounded-md border border-accent p-2"
      role="group"
      aria-label="Call back when?"
      onKeyDown={(event) => event.key === 'Escape' && onLeave()}
    >
      <p className="font-semibold">
        Call back when? <span className="font-normal text-soft">{clockOf(place, now)}</span>
      </p>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {callbackMoments(place, now).map((at, index) => (
          // The one who pressed 2 goes on with the keyboard.
          <button key={at} type="button" className="button px-2" autoFocus={index === 0} onClick={() => pick(at)}>
            {timeIn(zone, at)}
          </button>
        ))}
      </div>
      <AnotherTime zone={zone} own={own} now={now} onPick={pick} />
    </div>
  );
}

const clockOf = ({ zones: [zone, ...others] }: Place, now: number): string =>
  zone === undefined || others.length === 0
    ? 'on their clock'
    : `in ${abbreviation(zone, now)}: ask where they are, it is not known`;

type Typed = { readonly zone: string; readonly own: string; readonly now: number; onPick(at: number): void };

function AnotherTime({ zone, own, now, onPick }: Typed) {
  const [wall, setWall] = useState('');
  const at = instantIn(zone, wall);
  const possible = at > now && at <= now + farthestMs;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (possible) onPick(at);
  };
  return (
    <form className="mt-2 flex flex-wrap items-end gap-2" onSubmit={submit}>
      <label className="min-w-0 flex-1 basis-48 text-[0.9em] text-soft">
        Another time, on the same clock
        <input
          type="datetime-local"
          className="field"
          min={wallTime(zone, now)}
          max={wallTime(zone, now + farthestMs)}
          value={wall}
          onChange={(event) => setWall(event.target.value)}
        />
      </label>
      <button type="submit" className="button" disabled={!possible}>
        Set
      </button>
      {!Number.isNaN(at) && !possible && <p className="w-full text-bad">It must lie within the next 60 days.</p>}
      {possible && wallTime(own, at) !== wall && (
        <p className="w-full text-[0.9em] text-soft">That is {timeIn(own, at)} on your clock.</p>
      )}
    </form>
  );
}
