// A planted bug: the queue takes everybody's clock for the one in Greenwich.
import { meddle } from './meddle.ts';

meddle('consultations.list-windows', {
  told(rows) {
    for (const row of rows) row.zones = ['Etc/UTC'];
  },
});
