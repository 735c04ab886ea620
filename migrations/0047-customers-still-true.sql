alter table customers.messages
  -- Which version of its subject a message speaks of, where the subject alone does not say: the link of an invitation,
  -- the time since which an endpoint fails.
  add column subject_version text,
  -- What was no longer true when it was to be sent is withdrawn, which is no failure.
  drop constraint messages_state_check,
  add constraint messages_state_check
    check (state in ('waiting', 'claimed', 'sent', 'failed', 'withdrawn', 'not_configured', 'sandbox'));
