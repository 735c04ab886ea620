create schema replies;

-- What customers answered to our texts, and that they pressed a stop link: what a person has to read, and what was
-- understood of it. Which cases it belongs to is asked by the number whenever it is read.
create table replies.replies (
  id text collate "C" primary key,
  -- The fingerprint of the number or address, as in customers.do_not_contact; null when only a case is known.
  contact_hash bytea,
  channel text collate "C" not null check (channel in ('text', 'page', 'one_click', 'email', 'complaint')),
  understood_as text collate "C" not null,
  -- The words and the number they came from.
  encrypted_content bytea not null,
  -- The provider's id of the message: delivered twice, it is one reply.
  provider_id text collate "C",
  -- The cases that were open with the contact when it came; whoever watches them is notified.
  case_ids text[] not null default '{}'::text[],
  -- What was answered at once: the one confirmation of a stop, or who we are.
  answered_with text collate "C" check (answered_with in ('stop_confirmed', 'help')),
  received_at timestamptz(3) not null,
  -- By somebody of the team, or at once where nobody has to.
  read_at timestamptz(3),
  answered_at timestamptz(3)
);
create index replies_cases on replies.replies using gin (case_ids);
create index replies_contact on replies.replies (contact_hash, received_at) where contact_hash is not null;
create unique index replies_provider on replies.replies (provider_id) where provider_id is not null;
create index replies_received on replies.replies (received_at);
create index replies_unattached on replies.replies (id) where read_at is null and case_ids = '{}';
