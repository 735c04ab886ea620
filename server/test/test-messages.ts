import type { MessageOwners, NewMessage } from '#modules/customers';

/** Of a message that nobody but a test queues. */
export const testPurpose = 'test.message' as NewMessage['purpose'];

/** The owners of a service, and one for what tests queue by themselves: it is about nothing, and so always true. */
export const withTestOwner = (owners: MessageOwners): MessageOwners => ({
  ...owners,
  [testPurpose]: { isTrue: async () => true },
});
