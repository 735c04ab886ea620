-- Which documents of a case its institution sent itself in the portal, and who of it: it sees these and no others.
create table referrals.sent_documents (
  institution_id text collate "C" not null,
  livemode boolean not null,
  referral_id text collate "C" not null,
  document_id text collate "C" not null,
  -- As the browser named it; only ever shown as text.
  file_name text not null check (length(file_name) between 1 and 200),
  user_id text collate "C" not null references portal.users,
  sent_at timestamptz(3) not null,
  primary key (institution_id, livemode, referral_id, document_id),
  foreign key (institution_id, livemode, referral_id) references referrals.referrals (institution_id, livemode, id)
);
-- Erasure finds them by the case alone.
create index sent_documents_referral on referrals.sent_documents (referral_id);
select platform.protect_account('referrals.sent_documents', 'institution_id');
