import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePortal, useTenant } from '#portal/api.ts';

type LinkProps = { readonly id: string; readonly children: ReactNode };

const style = 'text-accent underline';

export function EndpointLink({ id, children }: LinkProps) {
  const { institutionId, mode } = useTenant();
  return (
    <Link
      to="/$institutionId/$mode/endpoints/$endpointId"
      params={{ institutionId, mode, endpointId: id }}
      className={style}
    >
      {children}
    </Link>
  );
}

export function DeliveryLink({ id, children }: LinkProps) {
  const { institutionId, mode } = useTenant();
  return (
    <Link
      to="/$institutionId/$mode/deliveries/$deliveryId"
      params={{ institutionId, mode, deliveryId: id }}
      className={style}
    >
      {children}
    </Link>
  );
}

/** Recovering and rotating are pages of an endpoint. */
export function EndpointPageLink({ id, page, children }: LinkProps & { readonly page: 'recover' | 'rotate' }) {
  const { institutionId, mode } = useTenant();
  const params = { institutionId, mode, endpointId: id };
  return page === 'recover' ? (
    <Link to="/$institutionId/$mode/endpoints/$endpointId/recover" params={params} className="button">
      {children}
    </Link>
  ) : (
    <Link to="/$institutionId/$mode/endpoints/$endpointId/rotate" params={params} className="button">
      {children}
    </Link>
  );
}

export function DeliveriesLink({
  search,
  children,
}: {
  readonly search: Record<string, string>;
  readonly children: ReactNode;
}) {
  const { institutionId, mode } = useTenant();
  return (
    <Link to="/$institutionId/$mode/deliveries" params={{ institutionId, mode }} search={search} className={style}>
      {children}
    </Link>
  );
}

/** Where to go with a signature that a receiver does not accept. */
export function DoctorLink() {
  const { institutionId, mode } = useTenant();
  const { may } = usePortal();
  if (!may('requests.read')) return null;
  return (
    <Link
      to="/$institutionId/$mode/doctor"
      params={{ institutionId, mode }}
      search={{ tab: 'webhook' }}
      className={style}
    >
      Debug the signature
    </Link>
  );
}

/** Where a page has nothing to show: it is loading, or it is not there. */
export function Waiting({ error }: { readonly error: Error | null }) {
  if (error === null) return <p className="text-soft">Loading</p>;
  return (
    <p role="alert" className="rounded-md border border-bad bg-bad-soft px-3 py-2 text-bad">
      {error.message}
    </p>
  );
}
