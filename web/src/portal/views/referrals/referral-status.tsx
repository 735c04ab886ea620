type ReferralStatusProps = { readonly label: string; readonly tone: string };

const styles: Readonly<Record<string, string>> = {
  info: 'bg-accent-soft text-accent',
  success: 'bg-good-soft text-good',
  warning: 'bg-warn-soft text-warn',
};

/** The status of a referral in words; the colour says nothing that they do not. */
export const ReferralStatus = ({ label, tone }: ReferralStatusProps) => (
  <span className={`inline-block rounded px-1.5 font-semibold ${styles[tone] ?? 'bg-ground text-ink'}`}>{label}</span>
);
