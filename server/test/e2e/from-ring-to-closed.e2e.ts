import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import { sweepOnce } from '#platform/jobs';
import { startStripe, type StripeDouble } from '#test/doubles/stripe';
import { deliverProviderEvents } from '#testing/checkout';
import { givenListings } from '#testing/vehicles/market';
import { useWorld } from './board-world.ts';
import { sendByKey } from '#test/browser/by-keyboard';
import {
  begin,
  charge,
  comeBack,
  composeTheAppraisal,
  expectClosed,
  linkMailed,
  moneyOf,
  panel,
  payByCard,
  release,
  settle,
  takeTheCall,
} from './story-steps.ts';
import { isNightly } from '#test/runs';

let stripe: StripeDouble;
const world = useWorld(async () => {
  stripe = await startStripe(() => world.current.harness.clock.now());
  return stripe.env;
});
afterAll(() => stripe.close());

beforeAll(async () => {
  const { harness } = world.current;
  // A Monday on which calls are allowed in every state.
  harness.clock.advance(30 * 3600);
  await givenListings(
    harness.ctx,
    Array.from({ length: 14 }, (_, index) => ({
      year: 2003,
      make: 'Honda',
      model: 'Accord',
      trim: 'EX-V6',
      price: 18_200 - index * 100,
      miles: 60_000 + index * 1000,
    })),
  );
});

const minutes = 300_000;
const doubles = () => ({ world: world.current, stripe });
const checkoutMail = 'Your options after the consultation';

/** Every amount that the card provider charged, in order. */
const charged = (): number[] =>
  [...stripe.bank.intents.values()].map(({ received }) => received).filter((cents) => cents > 0);

/** Runs what the workers do within the fifteen minutes after which a settled case is checked again. */
async function waitForClosing(): Promise<void> {
  const { harness } = world.current;
  harness.clock.advance(15 * 60);
  for (const sweep of sweeps(harness.ctx).filter(({ name }) => name === 'consultations.close-settled'))
    await sweepOnce(sweep, harness.ctx);
}

it(
  'an agent’s case: the owner holds $199 for the appraisal, which its release charges, and pays the rest of the fee',
  async () => {
    const before = charged();
    const story = await begin(doubles(), 'agent_intake');
    const { page } = story;
    await takeTheCall(story);
    await sendByKey(page, '1', 'Confirmed');
    await sendByKey(page, 's', 'Start the consultation');
    await sendByKey(page, 'd', 'Consultation delivered');
    const link = await linkMailed(story, checkoutMail);
    await payByCard(story, link, { title: 'Your options', product: 'research', after: 'Your $199 hold is in place' });

    await comeBack(story);
    await composeTheAppraisal(story);
    await panel(page, 'Written appraisal').getByText('The $199.00 held for research is charged once.').waitFor();
    await release(story);
    await deliverProviderEvents({ harness: story.world.harness, stripe });
    await comeBack(story);
    await panel(page, 'Payments').getByText('charged $199.00').waitFor();
    await payByCard(story, link, {
      title: 'Your options',
      product: 'representation',
      after: 'Your $472 hold is in place',
    });
    await comeBack(story);
    await settle(story);
    await charge(story, '$273.00');
    await waitForClosing();
    await comeBack(story);
    await expectClosed(story, 'automatically: Everything is paid');
    expect(charged()).toEqual([...before, 19_900, 27_300]);
  },
  minutes,
);

// Its steps are those of the owner's story above in another order, so it runs nightly.
it.runIf(isNightly)(
  'a borrower of a lender: the release delivers, the borrower pays, and the caller closes',
  async () => {
    const before = charged();
    const story = await begin(doubles(), 'referral');
    const { page } = story;
    await takeTheCall(story);
    await sendByKey(page, '1', 'Confirmed');
    await composeTheAppraisal(story);
    await panel(page, 'Written appraisal').getByText('The consultation is marked delivered').waitFor();
    await release(story, 'Goodwill');

    const link = await linkMailed(story, checkoutMail);
    await payByCard(story, link, {
      title: 'Your options',
      product: 'representation',
      after: 'Your $497 hold is in place',
    });
    await comeBack(story);
    await settle(story);
    await charge(story, '$497.00');
    await comeBack(story);
    await page.keyboard.press('e');
    await panel(page, 'Close').getByLabel('Why').waitFor();
    await page.keyboard.type('Everything');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectClosed(story, 'Everything is paid');
    expect(charged()).toEqual([...before, 49_700]);
  },
  minutes,
);

it(
  'a member’s loss: the plan pays, the member is not asked for a card, and the completed redemption closes the case',
  async () => {
    const story = await begin(doubles(), 'membership');
    const { page } = story;
    await takeTheCall(story);
    await sendByKey(page, '1', 'Confirmed');
    await panel(page, 'Prices and who pays').getByText('The member pays nothing: ask them for no money.').waitFor();
    await composeTheAppraisal(story);
    await release(story, 'Included');
    expect([await linkMailed(story, checkoutMail), (await linkMailed(story, 'Your written appraisal')) !== '']).toEqual(
      ['', true],
    );
    const asked = stripe.calls.length;
    await settle(story);
    await moneyOf(page).getByText('none, someone else pays').waitFor();
    await sendByKey(page, 'd', 'Redemption completed');
    await expectClosed(story, 'completed');
    expect(stripe.calls).toHaveLength(asked);
  },
  minutes,
);
