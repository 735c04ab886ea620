import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isResting } from '#api/live.ts';
import { keepHeld } from '#api/queue.ts';
import type { Case } from '#api/types.ts';
import { dialable, moment, prettyPhone, timeIn } from '#lib/format.ts';
import { useKeys } from '#ui/keys.ts';
import { Theirs } from '#ui/theirs.tsx';
import { useNow } from '#ui/time.tsx';
import { tell } from '#ui/undo.ts';
import { Hold } from './hold.tsx';
import { Outcomes } from './outcomes.tsx';

/** Who is called, at which number, at what time it is there, and how it went. */
export function CallPanel({ shown }: { readonly shown: Case }) {
  const { card, person } = shown;
  const note = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useDraft(card.id);
  useHeartbeat(shown);
  useKeys({ n: () => note.current?.focus() });
  const name = [person.first_name, person.last_name].filter((part) => part !== null).join(' ');
  return (
    <section className="panel p-3" aria-labelledby="person">
      <h2 id="person" className="theirs-block text-xl leading-tight font-bold">
        {name === '' ? <span className="text-soft">No name was given</span> : <Theirs text={name} max={80} />}
      </h2>
      <PhoneNumber shown={shown} />
      {person.email !== null && (
        <p className="mt-0.5 text-soft">
          <Theirs text={person.email} max={80} />
        </p>
      )}
      {card.closed_at === null && <Clocks calling={shown.calling} />}
      <Hold shown={shown} />
      {card.closed_at === null && (
        <>
          <Outcomes shown={shown} note={text.trim()} onLogged={() => setText('')} />
          <label htmlFor="note" className="mt-3 flex items-center gap-2 font-semibold">
            Note <span className="key">N</span>
            <span className="ml-auto text-[0.85em] font-normal text-soft">{text.length} of 2000</span>
          </label>
          <textarea
            id="note"
            ref={note}
            className="field mt-1 block"
            rows={2}
            maxLength={2000}
            placeholder="Goes with the outcome"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
          />
        </>
      )}
    </section>
  );
}

/** A note survives going away and coming back, on this machine and until the browser is closed. */
function useDraft(id: string): [string, (text: string) => void] {
  const name = `board.note.${id}`;
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? '');
  const keep = (next: string): void => {
    setText(next);
    if (next === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, next);
  };
  return [text, keep];
}

function PhoneNumber({ shown: { card, person, calling } }: { readonly shown: Case }) {
  const { phone, phone_hint: hint } = person;
  const callable = phone !== null && calling.may_call && card.closed_at === null;
  useKeys({ c: callable ? () => window.location.assign(`tel:${dialable(phone)}`) : undefined });
  if (callable) {
    return (
      <p className="mt-1 flex items-center gap-2">
        <a href={`tel:${dialable(phone)}`} className="text-2xl font-bold tracking-tight text-accent">
          {prettyPhone(phone)}
        </a>
        <span className="key">C</span>
      </p>
    );
  }
  if (hint === null) return <p className="mt-1 text-soft">No telephone number was given.</p>;
  return (
    <p className="mt-1 text-xl font-bold text-soft">
      <span className="sr-only">Number ending in </span>
      {phone === null ? hint : prettyPhone(phone)}
    </p>
  );
}

/** What the clocks say where the owner may be, and whether the law lets us call now. */
function Clocks({ calling }: { readonly calling: Case['calling'] }) {
  const now = useNow(10_000);
  const { may_call: open, opens_at: opensAt, until, zones, rule_version: version } = calling;
  return (
    <div className={`mt-2 rounded-md px-2 py-1.5 ${open ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}>
      <p className="font-semibold">
        {open ? `May be called until ${until} there` : 'Must not be called now'}
        {!open && opensAt !== null && `, again ${moment(opensAt)} your time`}
      </p>
      <p className="flex flex-wrap gap-x-2 text-[0.85em]" aria-label="Local time of the owner">
        {clocksOf(zones, now)}
        <span className="ml-auto">rules {version}</span>
      </p>
    </div>
  );
}

/** One clock where the place is known; otherwise the earliest and the latest that it can be. */
function clocksOf(zones: readonly string[], now: number): string {
  const [first, ...rest] = zones.map((zone) => timeIn(zone, now));
  const place = zones[0]?.split('/').at(-1)?.replaceAll('_', ' ') ?? '';
  if (rest.length === 0) return `${first ?? ''} ${place}`;
  return `${rest.at(-1)} to ${first?.split(' ').slice(1).join(' ')}, place not known`;
}

/** Keeps what is held for as long as it is on the screen. */
function useHeartbeat({ card }: Case): void {
  const queries = useQueryClient();
  const mine = card.held?.mine === true;
  useEffect(() => {
    if (!mine) return undefined;
    const beat = setInterval(() => {
      if (isResting()) return;
      keepHeld(card.id).then(
        () => queries.invalidateQueries({ queryKey: ['case', card.id] }),
        (error: Error) => tell(error.message, true),
      );
    }, 60_000);
    return () => clearInterval(beat);
  }, [mine, card.id, queries]);
}
