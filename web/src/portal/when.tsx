type When = {
  readonly at: string;
  /** To the second: lines of a log differ by seconds. */
  readonly exact?: boolean;
};

/** Nov 18, 1:05 AM GMT+1: in this computer's time zone, which is named, since colleagues elsewhere see another time. */
export function formatWhen(at: string, exact = false): string {
  const [then, now] = [new Date(at), new Date()];
  return then.toLocaleString('en-US', {
    ...(then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(exact ? { second: '2-digit' } : {}),
    timeZoneName: 'short',
  });
}

/** 2026-11-17 14:05:09, for figures counted by UTC days. */
export const formatUtc = (at: string): string => at.slice(0, 19).replace('T', ' ');

/** The one way in which the portal shows a time; the time in UTC, as the API has it, is its tooltip. */
export const When = ({ at, exact = false }: When) => (
  <time dateTime={at} title={`${formatUtc(at)} UTC`}>
    {formatWhen(at, exact)}
  </time>
);
