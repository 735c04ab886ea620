-- When an erasure ends an invitation early, this keeps the expiry that the lender was told, which is what the API goes on showing.
alter table referrals.referrals add column invitation_promised_until timestamptz;
