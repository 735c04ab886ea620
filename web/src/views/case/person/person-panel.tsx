import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { urlOf } from '#api/request.ts';
import { isErasing, personQuery } from '#api/case-queries.ts';
import { meQuery } from '#api/queries.ts';
import type { Card, Person, PersonScope } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { DownloadLink } from '#board/download-link.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { SelectField } from '#ui/form.tsx';
import { hasRole } from '#views/shell.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { LegalHolds } from './legal-holds.tsx';

/** For leads: what a person may ask for about their data, and what keeps it. */
export function PersonPanel({ card }: { readonly card: Card }) {
  const { data: me } = useQuery(meQuery);
  const [isOpen, setOpen] = useState(false);
  const mayUse = hasRole(me?.role, 'lead');
  const { data, error } = useQuery(personQuery(card.id, isOpen && mayUse));
  useRefetchOnceErased(data);
  if (!mayUse) return null;
  return (
    <section className="panel p-3" aria-labelledby="personal-data">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="personal-data" className="panel-title">
          Personal data
        </h2>
        <button
          type="button"
          className="button min-h-7 px-2"
          aria-expanded={isOpen}
          onClick={() => setOpen((before) => !before)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </button>
      </div>
      {isOpen && error !== null && <ErrorMessage error={error} />}
      {isOpen && data !== undefined && <PersonActs person={data} />}
    </section>
  );
}

/** What the case shows is another once its customer is erased. */
function useRefetchOnceErased(person: Person | undefined): void {
  const queries = useQueryClient();
  const wasErasing = useRef(false);
  const erasing = isErasing(person);
  useEffect(() => {
    if (wasErasing.current && !erasing) void queries.invalidateQueries();
    wasErasing.current = erasing;
  }, [erasing, queries]);
}

const scopeTexts: Readonly<Record<PersonScope, string>> = {
  case: 'this case only',
  email: 'all cases with this case’s email',
  phone: 'all cases with this case’s phone number',
};

function PersonActs({ person }: { readonly person: Person }) {
  const { consultation_id: id, number, scopes } = person;
  const [chosen, setScope] = useState<PersonScope>(scopes.includes('email') ? 'email' : 'case');
  // Once the case is erased it has no contact.
  const scope = scopes.includes(chosen) ? chosen : 'case';
  const asked = { path: { consultation_id: id }, query: { scope } };
  return (
    <div className="mt-2 grid gap-3">
      <SelectField
        label="Scope"
        value={scope}
        options={scopes.map((one) => [one, scopeTexts[one]] as const)}
        onChange={(value) => setScope(value as PersonScope)}
      />
      <p className="flex flex-wrap gap-2">
        <DownloadLink
          href={urlOf('GET /cases/{consultation_id}/person-export', asked)}
          download={`person-${number}.json`}
        >
          Their data (JSON)
        </DownloadLink>
        <DownloadLink
          href={urlOf('GET /cases/{consultation_id}/person-export.pdf', asked)}
          download={`person-${number}.pdf`}
        >
          Their data (PDF)
        </DownloadLink>
      </p>
      <LegalHolds person={person} />
      <ErasureState person={person} />
      <EraseDialog person={person} scope={scope} scopeText={scopeTexts[scope]} />
    </div>
  );
}

const problemTexts = {
  legal_hold: 'a legal hold applies. Lift it, then erase again.',
  money_open: 'a card hold is active or being processed. Capture or release it, then erase again.',
  failed: 'it failed five times. The case may already be closed. Contact the service operator.',
} as const;

function ErasureState({ person: { erasure, erased_at: erasedAt } }: { readonly person: Person }) {
  return (
    <div role="status" aria-live="polite">
      {erasure?.state === 'waiting' && <p>Requested by {erasure.asked_by}. Starting in a moment…</p>}
      {erasure?.state === 'running' && <p>Erasing…</p>}
      {erasure?.state === 'stopped' && erasure.problem !== null && (
        <p className="text-bad">Not erased: {problemTexts[erasure.problem]}</p>
      )}
      {erasedAt !== null && (
        <p>
          Erased <time dateTime={erasedAt}>{formatDateTime(erasedAt)}</time>
          {erasure?.state === 'done' && ` by ${erasure.asked_by}: ${(erasure.rows ?? 0).toLocaleString('en-US')} rows`}.
        </p>
      )}
    </div>
  );
}
