import { useTitle } from '#ui/title.ts';
import { EventsTabs } from './events-tabs.tsx';
import { Reconcile } from './reconcile.tsx';
import { SealsCode } from './seals-code.tsx';
import { Seals } from './seals.tsx';

/** Whether a receiver has everything: the seal of each day, and what is missing where it differs. */
export function Completeness() {
  useTitle('Completeness');
  return (
    <>
      <h1 className="text-xl font-bold">Events</h1>
      <p className="mt-1 text-soft">
        Each day of the log is sealed after it is over. If your own seal of a day is the same, you have every event of
        it.
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
