/** Every step that can be taken at an intake of the agents' sandbox, and what it does; which are possible, the server says. */
export const agentSteps: Readonly<Record<string, string>> = {
  send_welcome: 'The welcome message leaves',
  miss_call: 'The team calls and nobody answers',
  confirm: 'The owner opens the link of the receipt and says yes',
  confirm_by_call: 'The team calls and the owner says yes',
  decline: 'The owner opens the link of the receipt and says no',
  decline_by_call: 'The team calls and the owner says no',
  withdraw_consent: 'The owner withdraws a yes that came by the link of the receipt',
  not_requested: 'The team calls and the owner did not ask for this',
  start: 'The team starts the consultation',
  deliver: 'The free consultation is given, and the receipt links to a checkout with test cards',
  pass_quiet_days: '90 days pass without a word, and the case closes: no report is taken any longer',
  expire: 'Its time is over and nobody has answered',
};
