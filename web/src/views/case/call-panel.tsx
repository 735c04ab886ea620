import { Fragment, useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isResting } from '#api/live.ts';
import { caseQuery } from '#api/queries.ts';
import { keepHeld } from '#api/queue.ts';
import { mayComeGood } from '#api/request.ts';
import type { Card, Case } from '#api/types.ts';
import { dialable, moment, prettyPhone, spoken, timeIn } from '#lib/format.ts';
import { isElsewhere, noteMax } from '#lib/outcomes.ts';
import { wallTime } from '#lib/zoned.ts';
import { keepDraft, useDraft } from '#ui/draft.ts';
import { useKeys } from '#ui/keys.ts';
import { Theirs } from '#ui/theirs.tsx';
import { useNow } from '#ui/time.tsx';
import { tell } from '#ui/undo.ts';
import { Again } from './again.tsx';
import { Hold } from './hold.tsx';
import { Outcomes } from './outcomes.tsx';

/** Who is called, at which number, at what time it is there, and how it went. */
export function CallPanel({ shown }: { readonly shown: Case }) {
  const { card, person } = shown;
  useHeartbeat(shown);
  const names = [person.first_name, person.last_name].filter((part) => part !== null);
  return (
    <section className="panel p-3" aria-labelledby="person">
      <h2 id="person" className="theirs-block text-xl leading-tight font-bold">
        {names.length === 0 && <span className="text-soft">No name was given</span>}
        {/* Each is clipped for itself: a long first name must not hide the last one. */}
        {names.map((name, index) => (
          <Fragment key={index}>
            {index > 0 && ' '}
            <Theirs text={name} max={60} />
          </Fragment>
        ))}
      </h2>
      <PhoneNumber shown={shown} />
      {person.email !== null && (
        <p className="mt-0.5 text-soft">
          <Theirs text={person.email} max={254} />
        </p>
      )}
      {card.closed_at === null && (person.phone_hint !== null || shown.calling.ended !== null) && (
        <Clocks calling={shown.calling} />
      )}
      <Again shown={shown} />
      <Hold shown={shown} />
      {card.closed_at === null && <Outcomes shown={shown} />}
      <Note card={card} />
    </section>
  );
}

/** Written while talking; it goes with the outcome, and waits for it. */
function Note({ card: { id: caseId, closed_at: closedAt } }: { readonly card: Card }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useDraft(caseId);
  useKeys({ n: () => field.current?.focus() });
  // A case may be closed under whoever writes about it; their words are not taken away.
  if (closedAt !== null && text === '') return null;
  return (
    <>
      <label htmlFor="note" className="mt-3 flex items-center gap-2 font-semibold">
        Note <span className="key">N</span>
        <span className="ml-auto text-[0.85em] font-normal text-soft">
          {text.length.toLocaleString('en-US')} of {noteMax.toLocaleString('en-US')}
        </span>
      </label>
      <textarea
        id="note"
        ref={field}
        data-note-of={caseId}
        className="field mt-1 block"
        rows={3}
        maxLength={noteMax}
        placeholder="Goes with the outcome. Esc leaves the field."
        value={text}
        onChange={(event) => keepDraft(caseId, event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {closedAt !== null && <p className="mt-1 text-bad">The case is closed. Nobody gets this note.</p>}
    </>
  );
}

function PhoneNumber({ shown: { card, person, calling } }: { readonly shown: Case }) {
  const { phone, phone_hint: hint } = person;
  const now = useNow(10_000);
  const callable = phone !== null && calling.may_call && card.closed_at === null && !isElsewhere(card, now);
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
  if (hint === null) return <p className="mt-1 text-soft">No telephone number was given: there is nobody to call.</p>;
  return (
    <p className="mt-1 text-xl font-bold text-soft">
      <span className="sr-only">Number ending in </span>
      {phone === null ? hint : prettyPhone(phone)}
    </p>
  );
}

const endings = {
  do_not_contact: 'Must not be called: they asked not to be contacted',
  declined: 'Must not be called: they said no. What is left to do is under Next step',
  test_case: 'A test case: nobody is called',
} as const;

/** What the clocks say where the owner may be, and whether the law lets us call now. */
function Clocks({ calling }: { readonly calling: Case['calling'] }) {
  const now = useNow(10_000);
  const { may_call: open, ended, opens_at: opensAt, until, zones, rule_version: version } = calling;
  return (
    <div className={`mt-2 rounded-md px-2 py-1.5 ${open ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}>
      <p className="font-semibold">
        {open && `May be called until ${spoken(until)} there`}
        {ended !== null && endings[ended]}
        {!open && opensAt !== null && `Must not be called now, again ${moment(opensAt)} your time`}
      </p>
      <p className="flex flex-wrap gap-x-2 text-[0.85em]">
        <span>
          <span className="sr-only">Local time of the owner: </span>
          {clocksOf(zones, now)}
        </span>
        <span className="ml-auto">rules {version}</span>
      </p>
    </div>
  );
}

/** One clock where the place is known; otherwise the earliest and the latest that it can be. */
function clocksOf(zones: readonly string[], now: number): string {
  const [first, ...others] = zones.toSorted((a, b) => wallTime(a, now).localeCompare(wallTime(b, now)));
  if (first === undefined) return '';
  const last = others.at(-1);
  if (last === undefined || timeIn(first, now) === timeIn(last, now))
    return `${timeIn(first, now)} ${first.split('/').at(-1)?.replaceAll('_', ' ')}`;
  return `${timeIn(first, now)} to ${timeIn(last, now)}, place not known`;
}

/** Keeps what is held for as long as it is on the screen. */
function useHeartbeat({ card }: Case): void {
  const queries = useQueryClient();
  const mine = card.held?.mine === true;
  const { id } = card;
  useEffect(() => {
    if (!mine) return undefined;
    const { queryKey } = caseQuery(id);
    const beat = setInterval(() => {
      if (isResting()) return;
      keepHeld(id).then(
        ({ lease_until: until }) => queries.setQueryData(queryKey, (shown) => shown && heldUntil(shown, until)),
        (error: unknown) => {
          // Without an answer nothing is known yet, and the mark at the top says so; a refusal changes what is shown.
          if (mayComeGood(error)) return;
          tell(error instanceof Error ? error.message : 'This case is no longer yours.', true);
          void queries.invalidateQueries({ queryKey });
        },
      );
    }, 60_000);
    return () => clearInterval(beat);
  }, [mine, id, queries]);
}

const heldUntil = (shown: Case, until: string): Case => ({
  ...shown,
  card: { ...shown.card, held: shown.card.held && { ...shown.card.held, until } },
});
