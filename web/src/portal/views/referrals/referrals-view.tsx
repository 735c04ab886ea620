import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatPhone } from '#lib/format.ts';
import { usePortal, useTenant } from '#portal/api.ts';
import { SelectField, TextField } from '#ui/form.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { useDebounced } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { ByFileLink, ReferralLink } from './referral-link.tsx';
import { ReferralStatus } from './referral-status.tsx';
import { When } from '#portal/when.tsx';
import {
  isSearch,
  noFilter,
  toListFilter,
  useReferrals,
  type ListedReferral,
  type ReferralFilter,
} from './use-referrals.ts';
import { urlAt } from '#portal/request.ts';

const statuses = [
  ['', 'Any status'],
  ['invited', 'Invited'],
  ['activated', 'Consultation active'],
  ['settled', 'Settled'],
  ['closed', 'Closed'],
  ['declined', 'Declined by borrower'],
  ['expired', 'Invitation expired'],
  ['canceled', 'Canceled'],
] as const;

// For the way back from a referral. Not in the address of the page, since it may name a person; a reload forgets it.
let last: { readonly base: string; readonly filter: ReferralFilter } | undefined;

/** The institution's referrals: list, search, export. */
export function ReferralsView() {
  useTitle('Referrals');
  const { may, base, institutionId, mode } = usePortal();
  const [filter, setFilter] = useState(last?.base === base ? last.filter : noFilter);
  const set = (change: Partial<ReferralFilter>): void => {
    last = { base, filter: { ...filter, ...change } };
    setFilter(last.filter);
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-xl font-bold">Referrals</h1>
        {may('referrals.write') && (
          <>
            <Link to="/$institutionId/$mode/referrals/new" params={{ institutionId, mode }} className="button-main">
              New referral
            </Link>
            <ByFileLink />
          </>
        )}
      </div>
      <Filters filter={filter} onChange={set} />
      <Found key={base} filter={filter} />
    </div>
  );
}

type FiltersProps = { readonly filter: ReferralFilter; onChange(change: Partial<ReferralFilter>): void };

const hints = {
  parts: 'VIN or its last 6 characters, claim number, your reference, or referral id',
  // Searching by parts would let users guess details that are hidden from their role.
  whole: 'The full VIN, claim number or reference, or a referral id',
};

function Filters({ filter, onChange }: FiltersProps) {
  const { may, mode } = usePortal();
  const seesAll = mode === 'test' || may('contacts.read');
  return (
    <form
      aria-label="Search referrals"
      className="grid grid-cols-2 gap-x-3 gap-y-1 lg:grid-cols-4"
      onSubmit={(event) => event.preventDefault()}
    >
      <TextField
        label="Search"
        className="col-span-full lg:max-w-xl"
        type="search"
        autoComplete="off"
        maxLength={120}
        value={filter.q}
        hint={seesAll ? hints.parts : hints.whole}
        onChange={(q) => onChange({ q })}
      />
      <SelectField
        label="Status"
        className="max-lg:col-span-full"
        value={filter.status}
        options={statuses}
        onChange={(status) => onChange({ status })}
      />
      <TextField label="Created from" type="date" value={filter.from} onChange={(from) => onChange({ from })} />
      <TextField label="Created until" type="date" value={filter.to} onChange={(to) => onChange({ to })} />
    </form>
  );
}

const emptyWords = {
  search: 'No matching referrals. Names and contacts aren’t searched.',
  filter: 'No matching referrals.',
  none: 'No referrals in this mode yet. Referrals created here, by file or by the API are listed.',
};

function Found({ filter }: { readonly filter: ReferralFilter }) {
  const asked = JSON.parse(useDebounced(JSON.stringify(filter))) as ReferralFilter;
  const list = useReferrals(asked);
  // One letter is too short to search, so all are still listed.
  const isNarrowed = isSearch(asked) || Object.keys(toListFilter(asked)).length > 0;
  return (
    <>
      <Section title={isNarrowed ? 'Found' : 'All referrals'} note="newest first">
        {!list.complete && (
          <p role="status" className="px-3 pt-3 text-warn">
            Many referrals match, and only some are shown. Type more to narrow the search.
          </p>
        )}
        <PagedTable
          back="Go to the portal"
          caption="Referrals, newest first"
          columns={columns}
          list={list}
          rowId={({ id }) => id}
          empty={isSearch(asked) ? emptyWords.search : isNarrowed ? emptyWords.filter : emptyWords.none}
        />
      </Section>
      {!isSearch(asked) && list.rows !== undefined && list.rows.length > 0 && <Download filter={asked} />}
    </>
  );
}

function Download({ filter }: { readonly filter: ReferralFilter }) {
  const { base } = useTenant();
  const query = toListFilter(filter);
  return (
    <p className="flex flex-wrap gap-x-4">
      <a className="text-accent underline" href={urlAt(base, 'GET /referrals.csv', { query })} download>
        Download as CSV
      </a>
      <span className="text-soft">Uses the status and dates above.</span>
    </p>
  );
}

const masked = '[masked]';

/** Users who may not see names get a note instead. */
function Borrower({ borrower }: Pick<ListedReferral, 'borrower'>) {
  const { first_name: first, last_name: surname, email, phone } = borrower;
  if (first === masked) return <span className="text-soft">Hidden for your role</span>;
  return (
    <>
      <bdi className="break-words">
        {first} {surname}
      </bdi>
      <span className="block text-soft">
        {[email, phone === null ? null : formatPhone(phone)]
          .filter((contact) => contact !== null)
          .map((contact) => (
            <bdi key={contact} className="block wrap-anywhere">
              {contact}
            </bdi>
          ))}
      </span>
    </>
  );
}

const columns = [
  {
    title: 'Referral',
    cell: ({ id, external_ref: ref }: ListedReferral) => (
      <ReferralLink id={id}>
        {ref === null ? <code className="font-mono break-all">{id}</code> : <bdi className="break-all">{ref}</bdi>}
      </ReferralLink>
    ),
  },
  {
    title: 'Status',
    cell: (row: ListedReferral) => (
      <>
        <ReferralStatus label={row.status_label} tone={row.status_tone} />
        {row.status === 'invited' && (
          <span className="block text-soft">
            until <When at={row.invitation_expires_at} />
          </span>
        )}
      </>
    ),
  },
  { title: 'Borrower', cell: ({ borrower }: ListedReferral) => <Borrower borrower={borrower} /> },
  {
    title: 'Vehicle',
    cell: ({ vehicle: { vin, year, make, model } }: ListedReferral) => (
      <>
        <bdi className="break-words">
          {year} {make} {model}
        </bdi>
        {vin !== masked && <code className="block font-mono text-soft sm:whitespace-nowrap">{vin}</code>}
      </>
    ),
  },
  {
    title: 'Claim',
    cell: ({ claim: { carrier, claim_number: number } }: ListedReferral) => (
      <>
        <bdi className="break-words">{carrier}</bdi>
        {number !== masked && <bdi className="block break-all text-soft">{number}</bdi>}
      </>
    ),
  },
  {
    title: 'Created',
    cell: ({ created_at: at }: ListedReferral) => <When at={at} />,
  },
];
