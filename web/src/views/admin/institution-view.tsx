import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { request } from '#api/request.ts';
import { ActionButton } from '#ui/action.tsx';
import { useTitle } from '#ui/title.ts';
import { Trouble } from '#ui/trouble.tsx';
import { statusTone } from './agents-tab.tsx';
import { CredentialsSection } from './credentials-section.tsx';
import { EndpointsSection } from './endpoints-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { StatementsSection } from './statements-section.tsx';
import { TermsSection, type Institution } from './terms-section.tsx';

/** One institution: its terms, its keys, where it is told. */
export function InstitutionView() {
  const { id } = useParams({ from: '/admin/institutions/$id' });
  const { data, error } = useQuery({
    queryKey: ['institution', id],
    queryFn: () => request<Institution>(`/institutions/${id}`),
  });
  useTitle(data === undefined ? 'Institution' : `Institution: ${data.name.slice(0, 60)}`);
  if (data === undefined) return error === null ? <p className="p-4 text-soft">Loading…</p> : <Trouble error={error} />;
  return (
    <div className="grid gap-3 p-3 sm:p-4">
      <header className="flex flex-wrap items-center gap-3">
        <Link to="/admin" search={{ tab: 'Institutions' }} className="text-soft underline">
          Institutions
        </Link>
        <h1 className="min-w-0 text-lg font-bold break-words">{data.name.slice(0, 200)}</h1>
        <span className={`font-semibold ${statusTone(data.status)}`}>{data.status}</span>
        <ActionButton
          path={`/institutions/${id}`}
          method="PATCH"
          body={{ status: data.status === 'active' ? 'suspended' : 'active' }}
          done={data.status === 'active' ? 'The institution is suspended.' : 'The institution is active.'}
          {...(data.status === 'active' ? { sure: 'None of its keys will work. Suspend it?' } : {})}
        >
          {data.status === 'active' ? 'Suspend' : 'Let back in'}
        </ActionButton>
      </header>
      <TermsSection key={data.id} institution={data} />
      <KeysSection institutionId={id} />
      <CredentialsSection institutionId={id} />
      <EndpointsSection institutionId={id} />
      <StatementsSection institutionId={id} />
    </div>
  );
}
