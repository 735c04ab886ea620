import type { Tx } from '#context';
import { isMagic, nameOnSandboxDomain } from '#lib/api/agent-sandbox';
import type { Contacts } from '#lib/text/contacts';
import { findCustomer, type Customer } from '#modules/customers';

/**
 * What is known about a submitted customer. In the sandbox nobody is listed: one caller would close an address for all.
 * Those on its own domain are in use by everybody, so what their names say is all that is known of them.
 */
export async function findSubmittedCustomer(tx: Tx, contacts: Contacts): Promise<Customer> {
  const { email, test } = contacts;
  if (test !== true) return findCustomer(tx, contacts);
  if (nameOnSandboxDomain(email) === undefined) return { ...(await findCustomer(tx, contacts)), suppressed: false };
  return {
    suppressed: isMagic(email, 'do-not-contact') || isMagic(email, 'not-eligible'),
    discountApplies: !isMagic(email, 'no-discount'),
    welcomeCapped: false,
  };
}
