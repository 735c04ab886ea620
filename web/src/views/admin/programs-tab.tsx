import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#api/request.ts';
import { inWords } from '#lib/format.ts';
import { toldOfRun, type StatementRun } from '#lib/statement-run.ts';
import { ActionButton, useAction } from '#ui/action.tsx';
import { Section } from '#ui/section.tsx';
import { Trouble } from '#ui/trouble.tsx';

type Settings = {
  readonly intake_program_open: boolean;
  readonly registration_open: boolean;
  readonly features: Readonly<Record<string, boolean>>;
};

/** What is open and what is closed; a change holds for the next request. */
export function ProgramsTab() {
  const { data, error } = useQuery({ queryKey: ['settings'], queryFn: () => request<Settings>('/settings') });
  if (data === undefined) return error === null ? null : <Trouble error={error} />;
  const features = Object.entries(data.features);
  return (
    <>
      <Section title="Programs" note="what agents may do">
        <Switch
          title="Intake: agents may submit cases"
          open={data.intake_program_open}
          body={(open) => ({ intake_program_open: open })}
        />
        <Switch
          title="Registration: agents may register"
          open={data.registration_open}
          body={(open) => ({ registration_open: open })}
        />
      </Section>
      <Section title="Features" note="what institutions may use">
        {features.map(([name, open]) => (
          <Switch key={name} title={inWords(name)} open={open} body={(next) => ({ features: { [name]: next } })} />
        ))}
      </Section>
      <People />
      <Statements />
    </>
  );
}

type Switched = { readonly title: string; readonly open: boolean; body(open: boolean): unknown };

function Switch({ title, open, body }: Switched) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2 last:border-0">
      <span className="min-w-0 flex-1">{title}</span>
      <span className={`font-semibold ${open ? 'text-good' : 'text-bad'}`}>{open ? 'open' : 'closed'}</span>
      <ActionButton
        path="/settings"
        method="PATCH"
        body={body(!open)}
        done={`${title}: ${open ? 'closed' : 'open'}.`}
        {...(open ? { sure: 'Close it for everybody?' } : {})}
      >
        {open ? 'Close' : 'Open'}
      </ActionButton>
    </div>
  );
}

type Silence = {
  readonly listed: readonly { readonly contact: string; readonly typed: boolean }[];
  readonly unnamed: number;
  readonly complete: boolean;
};

/** A person by address or number: spare them for good, or give them their one discount. */
function People() {
  const [contact, setContact] = useState('');
  const [silence, setSilence] = useState<Silence>();
  const clear = (): void => setContact('');
  const body = contact.includes('@') ? { email: contact.trim() } : { phone: contact.trim() };
  return (
    <Section title="One person" note="by email address or telephone number">
      <div className="flex flex-wrap items-end gap-2 p-3">
        <label className="min-w-0 flex-1 basis-60 text-soft">
          Email or phone
          <input
            className="field"
            maxLength={254}
            value={contact}
            onChange={(event) => setContact(event.target.value)}
          />
        </label>
        <ActionButton
          path="/do-not-contact"
          body={body}
          disabled={contact.trim() === ''}
          done="They are left alone from now on."
          sure="This contact, and every other that a case of theirs knows, is never called or written to again. Sure?"
          then={(answer: Silence) => {
            clear();
            setSilence(answer);
          }}
        >
          Do not contact
        </ActionButton>
        <ActionButton
          path="/discounts"
          body={{ ...body, source: 'staff' }}
          disabled={contact.trim() === ''}
          done="The discount is theirs."
          sure="Give them the one discount?"
          then={clear}
        >
          Grant the discount
        </ActionButton>
      </div>
      {silence !== undefined && <LeftAlone silence={silence} />}
    </Section>
  );
}

/** Which contacts are left alone from now on, and where that ends. */
function LeftAlone({ silence: { listed, unnamed, complete } }: { readonly silence: Silence }) {
  return (
    <div className="px-3 pb-3" role="status">
      <p className="font-semibold">Never called or written to again:</p>
      <ul className="list-disc pl-5">
        {listed.map(({ contact, typed }, index) => (
          <li key={index}>
            {contact} <span className="text-soft">{typed ? 'as you typed it' : 'from a case of theirs'}</span>
          </li>
        ))}
        {unnamed > 0 && <li className="text-soft">{unnamed} more that only their discount links to them</li>}
      </ul>
      {!complete && (
        <p className="mt-1 text-bad">
          So many cases share this contact that it is no one person’s. What is not listed here was left as it was.
        </p>
      )}
    </div>
  );
}

/** Statements are made by themselves on the first of the month; this makes those that are missing. */
function Statements() {
  const [period, setPeriod] = useState('');
  const run = useAction<StatementRun>(toldOfRun);
  return (
    <Section title="Statements" note="of a month that is over; none is made twice">
      <div className="flex flex-wrap items-end gap-2 p-3">
        <label className="text-soft">
          Month
          <input className="field" type="month" value={period} onChange={(event) => setPeriod(event.target.value)} />
        </label>
        <button
          type="button"
          className="button"
          disabled={period === '' || run.isPending}
          onClick={() => run.mutate({ path: '/statements/run', body: { period } })}
        >
          Make what is missing
        </button>
      </div>
    </Section>
  );
}
