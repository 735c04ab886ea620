// A planted bug: of several contacts that are suppressed at once, only one is.
import { meddle } from './meddle.ts';

meddle('customers.insert-do-not-contact', {
  sent: ([hashes, ...others]) => [hashes.slice(-1), ...others],
});
