import { expect, it } from 'vitest';
import { useCardHarness } from '#test/doubles/stripe';
import { givenCheckout, givenHold } from '#testing/checkout';
import { givenStaffToken } from '#testing/staff';

const parts = useCardHarness();

it('a product filter lists exactly the cases that its figure counts', async () => {
  const { harness } = parts.current;
  const token = await givenStaffToken(harness, 'lead');
  const [one, other] = [await givenCheckout(harness), await givenCheckout(harness)];
  await givenHold(parts.current, one, 'research');
  await givenHold(parts.current, other, 'representation');
  const idsOf = async (filter: string) => {
    const { body } = await harness.call('GET', `/api/staff/v1/board/figures/cases?hold=held${filter}`, { token });
    return body.data.map(({ id }: { id: string }) => id);
  };
  expect(await idsOf('&product=research')).toEqual([one.consultationId]);
  expect(await idsOf('&product=representation')).toEqual([other.consultationId]);
  expect((await idsOf('')).toSorted()).toEqual([one.consultationId, other.consultationId].toSorted());
});
