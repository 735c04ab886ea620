// A planted bug: of several events of one change, the last is not logged.
import { meddle } from './meddle.ts';

meddle('events.insert', {
  sent: (columns) => (columns[0].length < 2 ? columns : columns.map((column) => column.slice(0, -1))),
});
