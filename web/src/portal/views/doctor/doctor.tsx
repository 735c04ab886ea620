import { Link, useSearch } from '@tanstack/react-router';
import { useTitle } from '#ui/title.ts';
import { useTenant } from '#portal/api.ts';
import { RequestForm } from './request-form.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Which mistake a signature was made with. */
export function Doctor() {
  useTitle('Signature debugger');
  const { tab, request } = useSearch({ strict: false }) as { tab?: string; request?: string };
  const isWebhook = tab === 'webhook';
  return (
    <>
      <h1 className="text-xl font-bold">Signature debugger</h1>
      <p className="mt-1 max-w-3xl text-soft">
        Finds the mistake in a signature, and reports it only if the signature verifies once that mistake is assumed.
        What you paste isn’t stored or logged. Don’t paste private keys or secrets; they aren’t needed.
      </p>
      <nav aria-label="What to check" className="mt-3 flex gap-1 border-b border-line">
        <Tab label="Request to us" search={{}} isOpen={!isWebhook} />
        <Tab label="Webhook from us" search={{ tab: 'webhook' }} isOpen={isWebhook} />
      </nav>
      {isWebhook ? <WebhookForm /> : <RequestForm key={request ?? ''} requestId={request} />}
    </>
  );
}

type TabProps = { readonly label: string; readonly search: { tab?: 'webhook' }; readonly isOpen: boolean };

function Tab({ label, search, isOpen }: TabProps) {
  const { institutionId, mode } = useTenant();
  return (
    <Link
      to="/$institutionId/$mode/doctor"
      params={{ institutionId, mode }}
      search={search}
      activeProps={{}}
      aria-current={isOpen ? 'page' : undefined}
      className={`flex min-h-10 items-center border-b-2 px-3 font-medium ${isOpen ? 'border-accent text-accent' : 'border-transparent text-soft hover:bg-ground'}`}
    >
      {label}
    </Link>
  );
}
