import { useState, type FormEvent } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { formatTimeIn } from '#lib/format.ts';
import { findOpening, suggestCallbackTimes, toInstant, toWallTime, type Opening } from '#lib/time-zones.ts';

/** The service rejects callbacks further ahead than this. */
const maxAheadMs = 60 * 86_400_000;

const abbreviation = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

type CallbackPickerProps = {
  readonly zones: readonly string[];
  /** When calls are allowed, as the service says. */
  readonly openings: readonly Opening[];
  onPick(at: string): void;
  onCancel(): void;
};

/** Picks a callback time in the customer's time zone: a suggestion or any other time at which a call is allowed. */
export function CallbackPicker({ zones, openings, onPick, onCancel }: CallbackPickerProps) {
  const [now] = useState(serverNow);
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = zones[0] ?? ownZone;
  const pick = (at: number): void => onPick(new Date(at).toISOString());
  return (
    // Escape cancels, wherever the focus is inside.
    <div
      className="mt-2 rounded-md border border-accent p-2"
      role="group"
      aria-label="Call back when?"
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <p className="font-semibold">
        Call back when? <span className="font-normal text-soft">{describeTimeZone(zones, now)}</span>
      </p>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {suggestCallbackTimes({ zone, openings }, now).map((at, index) => (
          // Opened by key 2: continue with the keyboard.
          <button key={at} type="button" className="button px-2" autoFocus={index === 0} onClick={() => pick(at)}>
            {formatTimeIn(zone, at)}
          </button>
        ))}
      </div>
      <CustomTime zone={zone} ownZone={ownZone} openings={openings} now={now} onPick={pick} />
    </div>
  );
}

const describeTimeZone = ([zone, ...others]: readonly string[], now: number): string =>
  zone === undefined || others.length === 0
    ? 'in their time zone'
    : `in ${abbreviation(zone, now)}. They may be in another zone; ask where they are`;

type CustomTimeProps = {
  readonly zone: string;
  readonly ownZone: string;
  readonly openings: readonly Opening[];
  readonly now: number;
  onPick(at: number): void;
};

function CustomTime({ zone, ownZone, openings, now, onPick }: CustomTimeProps) {
  const [wall, setWall] = useState('');
  const at = toInstant(zone, wall);
  const near = at > now && at <= now + maxAheadMs;
  const opensAt = near ? findOpening(openings, at) : undefined;
  const possible = near && opensAt === at;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (possible) onPick(at);
  };
  return (
    <form className="mt-2 flex flex-wrap items-end gap-2" onSubmit={submit}>
      <label className="min-w-0 flex-1 basis-48 text-[0.9em] text-soft">
        Another time, same time zone
        <input
          type="datetime-local"
          className="field"
          min={toWallTime(zone, now)}
          max={toWallTime(zone, now + maxAheadMs)}
          value={wall}
          onChange={(event) => setWall(event.target.value)}
        />
      </label>
      <button type="submit" className="button" disabled={!possible}>
        Set
      </button>
      {!Number.isNaN(at) && !near && <p className="w-full text-bad">Must be within the next 60 days.</p>}
      {near && !possible && (
        <p className="w-full text-bad">
          No calls are allowed then.
          {opensAt !== undefined && ` The next allowed time is ${formatTimeIn(zone, opensAt)} their time.`}
        </p>
      )}
      {possible && toWallTime(ownZone, at) !== wall && (
        <p className="w-full text-[0.9em] text-soft">That is {formatTimeIn(ownZone, at)} your time.</p>
      )}
    </form>
  );
}
