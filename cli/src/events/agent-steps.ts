/**
 * Every step for an intake in the agents' sandbox, and its effect; the server decides which ones are
 * possible.
 */
export const agentSteps: Readonly<Record<string, string>> = {
  send_welcome: 'We send the welcome message',
  miss_call: 'The team calls and gets no answer',
  confirm: 'The owner opens the receipt’s link and says yes',
  confirm_by_call: 'The team calls and the owner says yes',
  decline: 'The owner opens the receipt’s link and says no',
  decline_by_call: 'The team calls and the owner says no',
  withdraw_consent: 'The owner withdraws a yes given through the receipt’s link',
  not_requested: 'The team calls, and the owner says they did not ask for this',
  start: 'The team starts the consultation',
  deliver: 'The team gives the free consultation, and the receipt links to a checkout with test cards',
  pass_quiet_days: '90 days pass without activity, and the case closes: it no longer accepts reports',
  expire: 'The intake expires without a response',
};
