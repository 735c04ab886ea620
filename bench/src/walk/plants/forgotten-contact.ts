// A planted bug: of several contacts that ask for silence at once, only one gets it.
import { meddle } from './meddle.ts';

meddle('customers.insert-do-not-contact', {
  sent: ([hashes, ...others]) => [hashes.slice(-1), ...others],
});
