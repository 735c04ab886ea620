import assert from 'node:assert/strict';
import { agentHook, type Flow, type Maker } from './book.ts';

/** From an agent's submission, or a call, to a case that is worked on or at its end. */
export const caseFlows = (flow: Maker): readonly Flow[] => [
  flow('an owner confirms by the link', async ({ stage, person, story, play, acts, caseReads }) => {
    const before = stage.delivered(agentHook).length;
    await play(acts.submits());
    stage.mailed(person.email, /\/c\/\w{32}/);
    await play(acts.answers('confirm'), acts.uploads('agent'));
    assert(stage.delivered(agentHook).length >= before + 3, `${story.sourceId}: events did not arrive`);
    return caseReads();
  }),
  flow('an owner declines', async ({ play, acts, caseReads }) => {
    await play(acts.submits(), acts.answers('decline'));
    return caseReads();
  }),
  flow('a call is answered', async ({ play, acts, person, caseReads }) => {
    await play(acts.submits(), acts.calls('pippa', 'confirmed', { note: 'synthetic' }), acts.starts('pippa'));
    await play(
      acts.notes('pippa', 'Synthetic note.'),
      acts.states('pippa', { odometer: person.vehicle.odometer + 1 }),
      acts.assigns('lead', 'Synthetic Staff'),
      acts.uploads('pippa'),
    );
    return caseReads();
  }),
  flow('a callback is promised', async ({ stage, play, acts, story, staff, caseReads }) => {
    await play(acts.submits());
    await staff(`POST /queue/${story.id}/claim`);
    await staff(`POST /queue/${story.id}/heartbeat`);
    await staff(`POST /queue/${story.id}/release`);
    const callbackFrom = new Date(stage.clock.now().getTime() + 3_600_000);
    await play(acts.calls('rufus', 'voicemail'));
    await staff(`POST /cases/${story.id}/messages`, { template: 'voicemail', channel: 'email' });
    await stage.work();
    await play(acts.calls('rufus', 'callback_requested', { callbackFrom }));
    return caseReads();
  }),
  flow('an owner replies STOP', async ({ stage, person, play, acts, caseReads }) => {
    await play(acts.submits());
    await stage.text(`+1${person.phone.replaceAll(/\D/g, '')}`, 'STOP');
    await stage.work();
    return caseReads();
  }),
  flow('a caller is told never again', async ({ play, acts, caseReads }) => {
    await play(acts.submits(), acts.calls('wanda', 'do_not_contact'));
    return caseReads();
  }),
  flow('a number is wrong', async ({ play, acts, caseReads }) => {
    await play(acts.submits(), acts.calls('pippa', 'wrong_number'));
    return caseReads();
  }),
  flow('somebody telephones', async ({ play, acts, caseReads }) => {
    await play(acts.telephones('pippa'));
    return caseReads().slice(0, 3);
  }),
  flow('a case is closed and opened again', async ({ play, acts, caseReads }) => {
    await play(acts.submits(), acts.calls('pippa', 'confirmed'), acts.starts('pippa'));
    await play(acts.closes('pippa', 'offer_fair', 'Synthetic.'), acts.reopens('lead', 'Synthetic.'));
    return caseReads();
  }),
];
