import type { OperationNames } from './finish-document.ts';
import type { Places } from './share-schemas.ts';

/** The method that a generated client has for each operation, and the group it is in. */
export const agentSandboxOperations: OperationNames = {
  'agent-sandbox.list-steps': ['listSteps', 'Steps'],
  'agent-sandbox.take-step': ['takeStep', 'Steps'],
  'agent-sandbox.list-messages': ['listMessages', 'Messages'],
  'agent-sandbox.get-sample': ['getSampleReport', 'Sample reports'],
};

export const agentSandboxTags = [
  { name: 'Steps', description: 'Move a test intake on, as people and time would.' },
  { name: 'Messages', description: 'What would have been sent about a test intake.' },
  { name: 'Sample reports', description: 'Synthetic reports to try uploads with.' },
];

export const agentSandboxPlaces: Places = {
  StepRequest: 'agent-sandbox.take-step body',
  StepList: 'agent-sandbox.take-step 200',
  Step: 'agent-sandbox.take-step 200 steps',
  MessageList: 'agent-sandbox.list-messages 200',
  Message: 'agent-sandbox.list-messages 200 messages',
};

/** What each member means, by its name, or by its schema and its name where that matters. */
export const agentSandboxWords: Readonly<Record<string, string>> = {
  'Issue.message': 'what is wrong with it, as a phrase',
  'StepRequest.step': 'the step to take',
  causes: 'the type of the event that follows; null where the status stays',
  channel: 'email or text message',
  code: 'the error code; branch on it and on the status',
  created_at: 'when it would have been sent, in UTC',
  does: 'what happens, as somebody who watches would say',
  error: 'what went wrong, as a sentence for people',
  file: 'which sample report',
  id: 'the id of the message',
  intake_id: 'the id of the intake',
  issues: 'every field that is wrong, once each',
  kind: 'action: somebody does something; time: time passes',
  links: 'the addresses in the text, in its order',
  messages: 'the newest first',
  path: 'the dotted name of the member; empty for the whole body',
  possible: 'whether it can be taken now',
  refused: 'the mail server of the address would not have taken it',
  status: 'where the intake stands now',
  step: 'the name to take it by',
  steps: 'every step, those that are not possible now included',
  subject: 'the subject of an email; null for a text message',
  text: 'the whole text',
  to: 'the address or the number that it would have gone to',
};
