import type { Ctx } from '#context';
import { watchReaders } from '#modules/documents';
import { findMessageWait } from '#mount/customers/workers';
import type { Measurements } from '#mount/status/sample-status';
import { findLongestWait } from '#mount/webhooks/workers';

/** What the status page is fed with. */
export function statusMeasurements({ config }: Ctx): Measurements {
  const listRefused = watchReaders(config.readers);
  let asked = false;
  return {
    webhookWaitS: findLongestWait,
    messageWaitS: findMessageWait,
    readers: () => {
      // The first question is answered by the next minute.
      const [refused, known] = [listRefused(), asked];
      asked = true;
      return known ? refused.length === 0 : undefined;
    },
  };
}
