import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePortal, useTenant } from '#portal/api.ts';

const page = '/$institutionId/$mode/referrals/$referralId';

/** A link to a referral's page for users who may open it; the id of another object is shown as text. */
export function ReferralLink({ id, children }: { readonly id: string; readonly children?: ReactNode }) {
  const { institutionId, mode, may } = usePortal();
  const words = children ?? <code className="font-mono break-all">{id}</code>;
  if (!id.startsWith('ref_') || !may('referrals.read')) return words;
  return (
    <Link to={page} params={{ institutionId, mode, referralId: id }} className="text-accent underline">
      {words}
    </Link>
  );
}

export function ByFileLink() {
  const { institutionId, mode } = useTenant();
  return (
    <Link to="/$institutionId/$mode/referrals/files" params={{ institutionId, mode }} className="text-accent underline">
      Upload referrals
    </Link>
  );
}

/** Goes to the page of a referral. */
export function useReferralPage(): (id: string) => void {
  const { institutionId, mode } = useTenant();
  const navigate = useNavigate();
  return (id) => void navigate({ to: page, params: { institutionId, mode, referralId: id } });
}
