// An injected fault, loaded with --import: erasure ignores that messages contain text written to people.
import { allPersonalData } from '@makewhole/server/src/modules/privacy/tables-data.ts';

Reflect.deleteProperty(allPersonalData, 'customers.messages');
