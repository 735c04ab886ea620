import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { request } from '#api/request.ts';
import { ActionButton } from '#board/action.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { useTitle } from '#ui/title.ts';
import { statusTone } from './agents-tab.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { CredentialsSection } from './credentials-section.tsx';
import { EndpointsSection } from './endpoints-section.tsx';
import { GapTermsSection } from './gap-terms-section.tsx';
import { StatementsSection } from './statements-section.tsx';
import { TermsSection } from './terms-section.tsx';

/** One institution: terms, GAP program, API keys, signing keys, webhook endpoints, statements. */
export function InstitutionView() {
  const { id } = useParams({ from: '/admin/institutions/$id' });
  const { data, error } = useQuery({
    queryKey: ['institution', id],
    queryFn: () => request('GET /institutions/{institution_id}', { path: { institution_id: id } }),
  });
  useTitle(data === undefined ? 'Institution' : `Institution: ${data.name.slice(0, 60)}`);
  if (data === undefined)
    return error === null ? <p className="p-4 text-soft">Loading…</p> : <ErrorMessage error={error} />;
  return (
    <div className="grid gap-3 p-3 sm:p-4">
      <header className="flex flex-wrap items-center gap-3">
        <Link to="/admin" search={{ tab: 'Institutions' }} className="text-soft underline">
          Institutions
        </Link>
        <h1 className="min-w-0 text-lg font-bold break-words">{data.name.slice(0, 200)}</h1>
        <span className={`font-semibold ${statusTone(data.status)}`}>{data.status}</span>
        <ActionButton
          call="PATCH /institutions/{institution_id}"
          path={{ institution_id: id }}
          body={{ status: data.status === 'active' ? 'suspended' : 'active' }}
          success={data.status === 'active' ? 'Institution suspended.' : 'Institution reinstated.'}
          {...(data.status === 'active' ? { confirm: 'Suspend this institution? Its keys stop working.' } : {})}
        >
          {data.status === 'active' ? 'Suspend' : 'Reinstate'}
        </ActionButton>
      </header>
      <TermsSection key={data.id} institution={data} />
      <GapTermsSection institutionId={id} />
      <ApiKeysSection institutionId={id} />
      <CredentialsSection institutionId={id} />
      <EndpointsSection institutionId={id} />
      <StatementsSection institutionId={id} billingContact={data.billing_contact_email} />
    </div>
  );
}
