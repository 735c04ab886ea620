import type { Act, ActBoard, Story, StoryActs } from './story-acts.ts';
import { team, type Colleague } from './cast.ts';

type Product = 'research' | 'representation';

type Drafted = {
  readonly remarks?: string;
  /** The reason for leaving out the most expensive listing. */
  readonly leavesOut?: string;
};

const acceptance = { type: 'application/x-www-form-urlencoded', bytes: 'accept_terms=true' };

/** From the written appraisal to the money. */
export function createMoneyActs(board: ActBoard, acts: StoryActs) {
  return { ...createAppraisalActs(board, acts), ...createOwnerActs(board), ...createFeeActs(board, acts) };
}

function createAppraisalActs({ world }: ActBoard, { staff }: StoryActs) {
  const draft = async (by: Colleague, { id }: Story, body: object) => {
    const { revision } = await staff(by, `GET /cases/${id}/appraisal`);
    const signer = { signer_name: team[by].name, signer_title: 'Appraiser of the demonstration' };
    return staff(by, `PUT /cases/${id}/appraisal/draft`, { revision, left_out: [], ...signer, ...body });
  };

  return {
    drafts:
      (by: Colleague, { remarks, leavesOut }: Drafted = {}): Act =>
      async (one) => {
        const words = remarks === undefined ? {} : { remarks };
        const { draft: made } = await draft(by, one, words);
        if (leavesOut === undefined) return;
        const listings = made.comparables as readonly { source: string; source_id: string; price_cents: number }[];
        const [dearest] = listings.toSorted((a, b) => b.price_cents - a.price_cents);
        const { source, source_id } = dearest ?? { source: '', source_id: '' };
        await draft(by, one, { ...words, left_out: [{ source, source_id, reason: leavesOut }] });
      },

    /** Needs a reason where nothing is charged. */
    releasesAppraisal:
      (by: Colleague, reason?: 'included' | 'goodwill'): Act =>
      async ({ id }) => {
        const { revision } = await staff(by, `GET /cases/${id}/appraisal`);
        await staff(by, `POST /cases/${id}/appraisal/release`, { revision, ...(reason && { reason }) });
        await world.work();
      },

    withdrawsAppraisal:
      (reason: string): Act =>
      async ({ id }) => {
        await staff('lead', `POST /cases/${id}/appraisal/withdraw`, { number: 1, reason });
      },

    delivers:
      (by: Colleague): Act =>
      async ({ id }) => {
        await staff(by, `POST /consultations/${id}/deliver`);
      },
  };
}

/** The owner's actions on the checkout page and at the provider. */
function createOwnerActs({ world }: ActBoard) {
  /** The page linked in the owner's email. */
  const checkoutOf = ({ person }: Story): string => world.mailed(person.email, /\/checkout\/[0-9A-Za-z]{32}/);

  return {
    /** The owner ticks the box and continues to the provider's page. */
    accepts:
      (product: Product, expects = 303): Act =>
      async (one) => {
        await world.call(`POST ${checkoutOf(one)}/${product}`, { raw: acceptance, expects });
      },

    entersCard:
      (card: 'works' | 'declined_later' = 'works'): Act =>
      async () => {
        await world.cards.enterCard(card);
      },

    withdrawsCard: (): Act => async (one) => {
      const raw = { ...acceptance, bytes: 'withdraw=true' };
      await world.call(`POST ${checkoutOf(one)}/representation/withdraw`, { raw, expects: 303 });
    },

    refusesPages:
      (refused: boolean): Act =>
      async () =>
        world.cards.refusePages(refused),
  };
}

function createFeeActs({ world, tokens }: ActBoard, { staff }: StoryActs) {
  const holdOf = async ({ id }: Story, product: Product) =>
    (await staff('lead', `GET /holds?consultation_id=${id}&product=${product}`)).data[0];

  return {
    /** Records the parts of the first offer or of the settlement. */
    records:
      (by: Colleague, sides: { readonly offer?: object; readonly settlement?: object }): Act =>
      async ({ id }) => {
        await staff(by, `POST /consultations/${id}/settlement`, sides);
      },

    /** Expects 409 where the bank declines. */
    charges:
      (product: Product, expects = 200): Act =>
      async (one) => {
        const { id } = await holdOf(one, product);
        const body = { seen_on_paper: true };
        await world.call(`POST /api/staff/v1/holds/${id}/capture`, { token: tokens.lead, body, expects });
      },

    releasesHold:
      (product: Product): Act =>
      async (one) => {
        await staff('lead', `POST /holds/${(await holdOf(one, product)).id}/release`);
      },

    refunds:
      (product: Product, cents: number): Act =>
      async (one) => {
        const { id, refunded_cents } = await holdOf(one, product);
        const body = { amount_cents: cents, reason: 'goodwill', seen_refunded_cents: refunded_cents };
        await staff('lead', `POST /holds/${id}/refund`, body);
      },

    disputes:
      (product: Product): Act =>
      async (one) => {
        const { id } = await holdOf(one, product);
        await world.cards.dispute(id);
      },
  };
}
