import { useTitle } from '#ui/title.ts';
import { EventsTabs } from './events-tabs.tsx';
import { Reconcile } from './reconcile.tsx';
import { SealsCode } from './seals-code.tsx';
import { Seals } from './seals.tsx';

/** Helps a receiver check completeness: each day's digest, and the missing events if it differs. */
export function Completeness() {
  useTitle('Completeness');
  return (
    <>
      <h1 className="text-xl font-bold">Events</h1>
      <p className="mt-1 text-soft">
        After each day ends, we compute a digest of its events. If the digest you compute matches, you have every event
        of that day.
      </p>
      <EventsTabs />
      <div className="grid gap-4">
        <Reconcile />
        <Seals />
        <SealsCode />
      </div>
    </>
  );
}
