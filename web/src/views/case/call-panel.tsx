import { Fragment, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isPollingPaused } from '#api/live.ts';
import { caseQuery } from '#api/queries.ts';
import { renewLease } from '#api/queue.ts';
import { isRetryable } from '#lib/http.ts';
import type { Case } from '#api/types.ts';
import { formatDateTime, formatPhone, formatTimeIn, formatTimeOfDay, toE164 } from '#lib/format.ts';
import { isWithColleague } from '#lib/outcomes.ts';
import { toWallTime } from '#lib/time-zones.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { useNow } from '#ui/time.tsx';
import { toast } from '#ui/toast.ts';
import { UntrustedText } from '#ui/untrusted-text.tsx';
import { CaseLease } from './case-lease.tsx';
import { NextAttempt } from './next-attempt.tsx';
import { NoteField } from './note-field.tsx';
import { OutcomeButtons } from './outcome-buttons.tsx';

/** Whom to call, the number, their local time, and the outcome of the call. */
export function CallPanel({ caseDetail }: { readonly caseDetail: Case }) {
  const { card, person } = caseDetail;
  useLeaseRenewal(caseDetail);
  const names = [person.first_name, person.last_name].filter((part) => part !== null);
  return (
    <section className="panel p-3" aria-labelledby="person">
      <h2 id="person" className="untrusted-block text-xl leading-tight font-bold">
        {names.length === 0 && <span className="text-soft">No name given</span>}
        {/* Truncated separately: a long first name must not hide the last name. */}
        {names.map((name, index) => (
          <Fragment key={index}>
            {index > 0 && ' '}
            <UntrustedText text={name} max={60} />
          </Fragment>
        ))}
      </h2>
      {person.language === 'es' && <p className="mt-0.5 font-semibold">Speaks Spanish</p>}
      <PhoneNumber caseDetail={caseDetail} />
      {person.email !== null && (
        <p className="mt-0.5 text-soft">
          <UntrustedText text={person.email} max={254} />
        </p>
      )}
      {card.closed_at === null && (person.phone_hint !== null || caseDetail.calling.ended !== null) && (
        <CallingHours calling={caseDetail.calling} />
      )}
      <NextAttempt caseDetail={caseDetail} />
      <CaseLease caseDetail={caseDetail} />
      <OutcomeButtons caseDetail={caseDetail} />
      <NoteField card={card} />
    </section>
  );
}

function PhoneNumber({ caseDetail: { card, person, calling } }: { readonly caseDetail: Case }) {
  const { phone, phone_hint: hint } = person;
  const now = useNow(10_000);
  const callable = phone !== null && calling.may_call && card.closed_at === null && !isWithColleague(card, now);
  useShortcuts({ c: callable ? () => window.location.assign(`tel:${toE164(phone)}`) : undefined });
  if (callable) {
    return (
      <p className="mt-1 flex items-center gap-2">
        <a href={`tel:${toE164(phone)}`} className="text-2xl font-bold tracking-tight text-accent">
          {formatPhone(phone)}
        </a>
        <span className="key">C</span>
      </p>
    );
  }
  if (card.number_struck)
    return <p className="mt-1 font-semibold text-warn">Wrong number, removed. The case needs another number.</p>;
  if (hint === null) return <p className="mt-1 text-soft">No phone number to call.</p>;
  return (
    <p className="mt-1 text-xl font-bold text-soft">
      <span className="sr-only">Number ending in </span>
      {phone === null ? hint : formatPhone(phone)}
    </p>
  );
}

const endedTexts = {
  do_not_contact: 'Do not call: they asked not to be contacted',
  declined: 'Do not call: they declined. Remaining actions are under Next step',
  no_calls: 'Do not call: on their page, they asked not to be called about this case',
  test_case: 'Test case: do not call',
} as const;

const problemTexts = {
  premium: 'Do not call: premium-rate number. Ask for another one',
  toll_free: 'Do not call: toll-free numbers don’t belong to customers. Ask for another one',
  outside_us: 'Do not call: the number is outside the United States. Ask for another one',
  not_assigned: 'Do not call: this number isn’t assigned. Ask for another one',
} as const;

/** The customer's local time, and whether the law allows calling now. */
function CallingHours({ calling }: { readonly calling: Case['calling'] }) {
  const now = useNow(10_000);
  const {
    may_call: mayCall,
    ended,
    number_problem: problem,
    opens_at: opensAt,
    reason,
    until,
    zones,
    states,
  } = calling;
  const { rule_version: version } = calling;
  return (
    <div className={`mt-2 rounded-md px-2 py-1.5 ${mayCall ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}>
      <p className="font-semibold">
        {mayCall && `OK to call until ${formatTimeOfDay(until)} their time`}
        {ended !== null && endedTexts[ended]}
        {ended === null && problem !== null && problemTexts[problem]}
        {reason === 'capped' && 'Do not call now: the call limit for this number was reached. '}
        {reason === 'outside_calling_hours' && 'Do not call now: too early or too late where they are. '}
        {opensAt !== null && `Allowed from ${formatDateTime(opensAt)} your time`}
      </p>
      <p className="flex flex-wrap gap-x-2 text-[0.85em]">
        <span>
          <span className="sr-only">Owner’s local time: </span>
          {describeLocalTime({ zones, states }, now)}
        </span>
        <span className="ml-auto">rules {version}, not reviewed by a lawyer</span>
      </p>
    </div>
  );
}

/** One local time if they have one, otherwise the earliest and latest it can be, and where. */
function describeLocalTime({ zones, states }: Pick<Case['calling'], 'zones' | 'states'>, now: number): string {
  const [first, ...others] = zones.toSorted((a, b) => toWallTime(a, now).localeCompare(toWallTime(b, now)));
  if (first === undefined) return '';
  const last = others.at(-1);
  if (last === undefined || formatTimeIn(first, now) === formatTimeIn(last, now))
    return `${formatTimeIn(first, now)} ${first.split('/').at(-1)?.replaceAll('_', ' ')}`;
  return `${formatTimeIn(first, now)} to ${formatTimeIn(last, now)}, ${states.join(' or ') || 'location unknown'}`;
}

/** Renews the user's lease while the case is on the screen. */
function useLeaseRenewal({ card }: Case): void {
  const queries = useQueryClient();
  const mine = card.held?.mine === true;
  const { id } = card;
  useEffect(() => {
    if (!mine) return undefined;
    const { queryKey } = caseQuery(id);
    const timer = setInterval(() => {
      if (isPollingPaused()) return;
      renewLease(id).then(
        ({ lease_until: until }) =>
          queries.setQueryData(queryKey, (caseDetail) => caseDetail && withLeaseUntil(caseDetail, until)),
        (error: unknown) => {
          // A temporary failure is already visible in the live status; any other error means the lease is lost.
          if (isRetryable(error)) return;
          toast(error instanceof Error ? error.message : 'This case is no longer yours.', true);
          void queries.invalidateQueries({ queryKey });
        },
      );
    }, 60_000);
    return () => clearInterval(timer);
  }, [mine, id, queries]);
}

const withLeaseUntil = (caseDetail: Case, until: string): Case => ({
  ...caseDetail,
  card: { ...caseDetail.card, held: caseDetail.card.held && { ...caseDetail.card.held, until } },
});
