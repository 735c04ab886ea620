// A planted bug: the queue uses UTC as everybody's local time.
import { meddle } from './meddle.ts';

meddle('consultations.list-windows', {
  told(rows) {
    for (const row of rows) row.zones = ['Etc/UTC'];
  },
});
