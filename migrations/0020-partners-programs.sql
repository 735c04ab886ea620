-- Whether an institution may act is known where its credentials are.
insert into access.principals (id, status, created_at)
select id, status, created_at from partners.institutions;

alter table partners.institutions
  drop column status,
  -- What a referred borrower pays and who bears the rest (decision 100).
  add column program jsonb not null default '{"mode": "borrower_paid", "subsidy_type": null, "subsidy_value": null}',
  -- The membership plans on offer: code and monthly price; the first is the default.
  add column plans jsonb not null default '[{"code": "standard", "unit_price_cents": 500}]';
