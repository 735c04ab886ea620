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
  { name: 'Steps', description: 'Move a test intake forward, as people and time would.' },
  { name: 'Messages', description: 'Messages that would have been sent about a test intake.' },
  { name: 'Sample reports', description: 'Synthetic reports for testing uploads.' },
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
  'Issue.message': 'the problem, as a phrase',
  'StepRequest.step': 'the step to take',
  causes: 'the type of the resulting event; null if the status doesn’t change',
  channel: 'email or text message',
  code: 'the error code; branch on it and on the status',
  created_at: 'when it would have been sent, in UTC',
  does: 'what happens, as an observer would describe it',
  error: 'what went wrong, as a sentence for people',
  file: 'which sample report',
  id: 'the id of the message',
  intake_id: 'the id of the intake',
  issues: 'each invalid field, listed once',
  kind: 'action: a person does something; time: time passes',
  links: 'the URLs in the text, in order',
  messages: 'newest first',
  path: 'the dotted field name; empty for the whole body',
  possible: 'whether the step can be taken now',
  refused: 'true if the recipient’s mail server would have rejected it',
  status: 'the intake’s current status',
  step: 'the name of the step',
  steps: 'all steps, including those not possible now',
  subject: 'the subject of an email; null for a text message',
  text: 'the full text',
  to: 'the address or number it would have gone to',
};
