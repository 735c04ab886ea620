// A planted bug: a statement bills one vehicle of a plan twice.
import { meddle } from './meddle.ts';

meddle('memberships.count-in-force', {
  told(rows) {
    for (const row of rows.slice(0, 1)) row.quantity += 1;
  },
});
