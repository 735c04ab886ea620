import { won, type Flow, type Maker } from './book.ts';

/** What owners pay. */
export const moneyFlows = (flow: Maker): readonly Flow[] => [
  flow('an appraisal is paid', async ({ stage, play, acts, money, story, caseReads, staffRead }) => {
    await play(acts.submits(), acts.calls('wanda', 'confirmed'), acts.starts('wanda'), money.delivers('wanda'));
    await play(money.accepts('research'), money.entersCard(), money.drafts('wanda'), money.releasesAppraisal('wanda'));
    // Until the card has been charged, which a sweep does.
    await stage.settle();
    await play(money.refunds('research', 500));
    return [...caseReads(), staffRead(`/holds?consultation_id=${story.id}`), staffRead(`/cases/${story.id}/appraisal`)];
  }),
  flow('a saved card is charged', async ({ play, acts, money, person, story, caseReads, staffRead }) => {
    await play(acts.submits(), acts.calls('wanda', 'confirmed'), acts.starts('wanda'), money.delivers('wanda'));
    await play(money.accepts('representation'), money.entersCard());
    await play(money.records('wanda', won(person)), money.charges('representation'));
    return [...caseReads(), staffRead(`/holds?consultation_id=${story.id}`)];
  }),
  flow('a hold is released', async ({ play, acts, money, story, caseReads, staffRead }) => {
    await play(acts.submits(), acts.calls('pippa', 'confirmed'), acts.starts('pippa'), money.delivers('pippa'));
    await play(money.accepts('research'), money.entersCard(), money.releasesHold('research'));
    return [...caseReads(), staffRead(`/holds?consultation_id=${story.id}`)];
  }),
];
